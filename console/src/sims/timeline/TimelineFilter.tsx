import { endpoints } from '@simdeck/contract/endpoints.ts'
import { timelineKinds } from '@simdeck/contract/sim-timeline.ts'
import type { TimelineKind } from '@simdeck/contract/sim-timeline.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Segments } from '../../ui/value/Bits.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { saveTimeline } from './timeline-csv.ts'
import { timelineKindText, timelineText } from './timeline-text.ts'
import css from './timeline.module.css'

export type ShownKind = TimelineKind | 'all'

interface TimelineFilterProps {
  sim: Sim
  shown: ShownKind
  onShow: (shown: ShownKind) => void
  /** The present events; the counts are loaded again when it changes. */
  state: string
}

/** Choice of the kind of events with their numbers, and the button that saves the events as a file. */
export function TimelineFilter({ sim, shown, onShow, state }: TimelineFilterProps) {
  const t = useText(timelineText)
  const kinds = useText(timelineKindText)
  const language = useLanguage()
  const mayReadChanges = useMay('LOGS_SYSTEM_LOG')
  const [busy, setBusy] = useState(false)
  const { data: counts } = useQuery(queryOf(endpoints.countSimTimeline, { params: { id: sim.id } }, state))
  const offered = timelineKinds.filter((kind) => kind !== 'change' || mayReadChanges)
  const counted = (kind: TimelineKind): string => {
    const found = counts?.find((one) => one.kind === kind)
    if (!found) return kinds[kind]
    return `${kinds[kind]} ${formatNumber(found.count)}${found.more ? '+' : ''}`
  }
  const save = (): void => {
    setBusy(true)
    saveTimeline(sim, shown === 'all' ? null : shown, language)
      .catch((thrown: unknown) => toastFailure(t.notSaved, thrown))
      .finally(() => setBusy(false))
  }
  return (
    <div className={css.filter}>
      <div className={css.kinds}>
        <Segments
          label={t.filter}
          value={shown}
          options={[{ value: 'all', words: t.all }, ...offered.map((kind) => ({ value: kind, words: counted(kind) }))]}
          onChange={onShow}
        />
      </div>
      <Button size="sm" icon={<IconDownload size={14} />} busy={busy} onClick={save}>
        {t.csv}
      </Button>
    </div>
  )
}
