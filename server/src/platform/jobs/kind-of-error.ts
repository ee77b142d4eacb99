/** The name of an error, with the code that PostgreSQL and Node give. Its message may contain data and is left out. */
export const kindOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
