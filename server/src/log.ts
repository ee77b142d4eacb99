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
    serializers: { req: () => undefined, res: () => undefined, err: (error: Error) => ({ name: error.name, stack: error.stack }) },
  }
  return destination ? pino(options, destination) : pino(options)
}
