import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The process log: JSON lines of named facts. Requests appear by method and route template, devices by their SIM's id;
 * bodies, headers and query strings never do.
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

/** Where an error was thrown, without its message: PostgreSQL's quote what was sent. */
export const framesOf = ({ stack = '', message }: Error): string => stack.replace(message, '').replace(/^.*?(?=^ +at )/ms, '')
