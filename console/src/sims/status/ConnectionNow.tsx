import type { Sim } from '@simdeck/contract/sims.ts'
import { useSettings } from '../../session/settings.ts'
import { useNow } from '../../ui/words/clock.ts'
import { ConnectionText } from '../../ui/value/StatusText.tsx'
import { connectionNow } from './connection-now.ts'

/** Connection of a SIM. It changes to off by itself when the SIM online term has passed. */
export function ConnectionNow({ sim, pill }: { sim: Pick<Sim, 'connection' | 'last_poll'>; pill?: boolean }) {
  const onlineTermMinutes = useSettings((settings) => settings.onlineTermMinutes)
  return <ConnectionText connection={connectionNow(sim, useNow(), onlineTermMinutes)} pill={pill} />
}
