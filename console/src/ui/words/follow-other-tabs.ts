import type { StoreApi, UseBoundStore } from 'zustand'

type Persisting = Pick<UseBoundStore<StoreApi<unknown>>, 'getState'> & { persist: { rehydrate: () => Promise<void> | void } }

/** Reloads the store when another tab writes it. A sign-out or a renewed token then applies to all tabs. */
export function followOtherTabs(key: string, store: Persisting): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void store.persist.rehydrate()
  })
}
