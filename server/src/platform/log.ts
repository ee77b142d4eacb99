import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The process log: lines of JSON. It names requests by method and route template, and devices by the id of their SIM; it never contains
 * bodies, headers or query strings.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: () => undefined, res: () => undefined, err: (error: Error) => ({ name: error.name, stack: framesOf(error) }) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The stack of an error without its message, because messages of PostgreSQL contain the input. */
export const framesOf = ({ stack = '', message }: Error): string => stack.replace(message, '').replace(/^.*?(?=^ +at )/ms, '')
