/**
 * The address of the database with settings that forbid plans that read a whole table for one changed SIM. PostgreSQL would choose them
 * because the statistics of fast-changing tables are often stale. Options of the address itself, such as a search path, stay.
 */
export function withoutTableScans(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const own = url.searchParams.get('options') ?? ''
  url.searchParams.set('options', `${own} -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off`.trim())
  return url.href
}
