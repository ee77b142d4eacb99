import { create } from 'zustand'
import { useOffline } from '../form/offline.ts'

/**
 * State of the websocket that carries changes. `since`: moment from which changes are missing. `left` of `of` shown answers are not
 * loaded again yet. `retryAt`: start of the next attempt; null while an attempt runs.
 */
export type Connection =
  | { is: 'connecting' }
  | { is: 'live' }
  | { is: 'catchingUp'; since: number; left: number; of: number }
  | { is: 'stopped'; since: number; retryAt: number | null }
  | { is: 'offline'; since: number; retryAt: number | null }

interface ConnectionState {
  now: Connection
  /** Connects at once. It does nothing while there is a connection or an attempt runs. */
  reconnect: () => void
}

/** State of the websocket, for the connection indicator. */
export const useConnection = create<ConnectionState>(() => ({ now: { is: 'connecting' }, reconnect: () => undefined }))

export function setConnection(now: Connection): void {
  useConnection.setState({ now })
  useOffline.setState({ offline: now.is === 'offline' })
}
