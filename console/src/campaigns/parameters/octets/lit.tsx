import { createContext, useContext } from 'react'

/** Key of the part whose field and octets are highlighted; null for none. */
export const LitPart = createContext<string | null>(null)

/** The part of a node whose field shows it. One field shows the number of menu entries and the entries. */
export function partOf(key: string): string {
  return key.replace('/menuEntries', '/menuCount')
}

/** True if the part, or the part that it belongs to, is highlighted. */
export function useIsLit(part: string): boolean {
  const lit = useContext(LitPart)
  if (lit === null) return false
  return partOf(part) === lit || partOf(part).startsWith(`${lit}/`)
}
