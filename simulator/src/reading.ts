import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { CardError, sw } from './card-error.ts'

/** Runs a decoder of received data. Data that it cannot decode ends the command with 6A80. */
export function readingData<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new CardError(sw.wrongData, error.message, error)
    throw error
  }
}

/** Runs a decoder of a command. Unknown P1 or P2 ends the command with 6A86, wrong data with 6A80. */
export function readingCommand<T>(read: () => T): T {
  try {
    return readingData(read)
  } catch (error) {
    if (error instanceof CardError && error.cause instanceof ProtocolError && error.cause.code === 'apdu')
      throw new CardError(sw.wrongParameters, error.message)
    throw error
  }
}
