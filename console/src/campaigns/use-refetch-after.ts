import { useEffect, useRef } from 'react'

/** Loads again `afterMs` after the figures have changed. Changes during the wait do not prolong it. */
export function useRefetchAfter(figures: string, refetch: () => unknown, afterMs: number): void {
  const known = useRef(figures)
  const latest = useRef(figures)
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => {
    latest.current = figures
    if (known.current === figures || timer.current !== undefined) return
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      known.current = latest.current
      refetch()
    }, afterMs)
  }, [figures, refetch, afterMs])
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
