import { useCallback, useState } from 'react'

/** Numbers of the changes of rows, by the id of the row. Each change restarts the highlight. */
export type LiveRows = ReadonlyMap<string, number>

/** Rows to highlight for 1.6 s. Call `mark(id)` for each changed row, and give `live` to the table. */
export function useLiveRows(): { live: LiveRows; mark: (id: string) => void } {
  const [live, setLive] = useState<LiveRows>(new Map())
  const mark = useCallback((id: string) => {
    setLive((before) => new Map(before).set(id, (before.get(id) ?? 0) + 1))
  }, [])
  return { live, mark }
}
