import { create } from 'zustand'

/**
 * How current what is shown is. `since`: from when on changes are missing. `retryAt`: when the next attempt begins, null while one
 * runs.
 */
export type Connection =
  | { is: 'connecting' }
  | { is: 'live' }
  | { is: 'catchingUp'; since: number }
  | { is: 'stopped'; since: number; retryAt: number | null }
  | { is: 'offline'; since: number; retryAt: number | null }

interface ConnectionState {
  now: Connection
  /** Tries to connect at once; does nothing while there is nothing to do. */
  reconnect: () => void
}

/** The connection that brings changes, for the one indicator and for every list that says it is live. */
export const useConnection = create<ConnectionState>(() => ({ now: { is: 'connecting' }, reconnect: () => undefined }))

export const setConnection = (now: Connection): void => useConnection.setState({ now })
