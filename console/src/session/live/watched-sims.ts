import type { SocketRequest } from '@simdeck/contract/events.ts'
import { useEffect, useId } from 'react'

type SendRequest = (request: SocketRequest) => void

/** Maximum number of SIMs that the server accepts. */
const maxSims = 1000
const shown = new Map<string, readonly number[]>()
/** Campaigns whose figures a part of the screen shows. */
type Campaigns = SocketRequest['watch']['campaigns']
const figures = new Map<string, Campaigns>()
const maxCampaigns = 100
let send: SendRequest | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function watchedCampaigns(): Campaigns {
  const parts = [...figures.values()]
  if (parts.includes('all')) return 'all'
  return [...new Set(parts.flatMap((ids) => (ids === 'all' ? [] : ids)))].slice(0, maxCampaigns)
}

function sendNow(): void {
  send?.({ watch: { sims: [...new Set([...shown.values()].flat())].slice(0, maxSims), campaigns: watchedCampaigns() } })
}

/** Sends the shown SIMs and campaigns when all parts of the screen have applied the same change. */
function sendSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(sendNow, 0)
}

/**
 * Sets the function that sends the shown SIMs and campaigns to the server. It is called at once and after each change. Null while
 * there is no websocket.
 */
export function setWatchSender(sender: SendRequest | null): void {
  send = sender
  sendNow()
}

/** Replaces the SIMs that a part of the screen shows. */
export function watch(part: string, ids: readonly number[]): void {
  if (ids.length > 0) shown.set(part, ids)
  else if (!shown.delete(part)) return
  sendSoon()
}

/** Replaces the campaigns whose figures a part of the screen shows. */
export function watchCampaigns(part: string, campaigns: Campaigns): void {
  if (campaigns.length > 0) figures.set(part, campaigns)
  else if (!figures.delete(part)) return
  sendSoon()
}

/** Keeps the figures of these campaigns live while the component is mounted: of all campaigns, or of some by id. */
export function useWatchedCampaigns(campaigns: Campaigns): void {
  const part = useId()
  const text = campaigns === 'all' ? campaigns : campaigns.join(',')
  useEffect(() => {
    watchCampaigns(part, text === 'all' ? text : text === '' ? [] : text.split(',').map(Number))
  }, [part, text])
  useEffect(() => () => watchCampaigns(part, []), [part])
}

/** Subscribes to the events of these SIMs while the component is mounted. Every component that renders SIMs live calls it. */
export function useWatchedSims(ids: readonly number[]): void {
  const part = useId()
  const text = ids.join(',')
  useEffect(() => {
    watch(part, text === '' ? [] : text.split(',').map(Number))
  }, [part, text])
  useEffect(() => () => watch(part, []), [part])
}
