import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { otaCodeText } from '../../campaigns/results/ota-code-text.ts'
import { queryOf } from '../../session/api/query.ts'
import { useNow } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { stuckReasons } from './ota-stuck.ts'
import { stuckTexts } from './ota-stuck-text.ts'
import { formatDuration, otaText } from './ota-text.ts'
import css from '../detail/sim-detail.module.css'

/** Notes on an open OTA: the reason for its interruption and the reasons for its delay, each with its likely cause and the next action. */
export function OtaStuck({ log, counterpart, sim }: { log: OtaLog; counterpart: OtaLog | null; sim: Sim }) {
  const t = useText(otaText)
  const language = useLanguage()
  const nowMs = useNow()
  const { data: refusals = null } = useQuery({
    ...queryOf(endpoints.getSimRefusals, { params: { id: sim.id } }),
    refetchInterval: 60_000,
  })
  const { status, code } = log.progress
  const waits = counterpart !== null && openOtaStatuses.includes(counterpart.progress.status) && counterpart.id < log.id
  const interruption = status === 'Interrupted' && code !== null ? otaCodeText(code) : null
  const notes: { key: string; meaning: string; sentences: string[] }[] = stuckReasons(log, sim, { refusals, waits, nowMs }).map((stuck) => {
    const { meaning, cause, next } = stuckTexts[stuck.why]
    const amount = 'ms' in stuck ? formatDuration(stuck.ms, t) : 'count' in stuck ? formatNumber(stuck.count) : ''
    return { key: stuck.why, meaning: meaning(amount)[language], sentences: [cause[language], next[language]] }
  })
  if (interruption) {
    const { meaning, likelyCause, nextAction } = interruption
    notes.unshift({ key: 'interruption', meaning: meaning[language], sentences: [likelyCause[language], nextAction[language]] })
  }
  return notes.map(({ key, meaning, sentences }) => (
    <div key={key} className={css.note}>
      <Note>
        <b>{sentence(meaning, language)}</b>
        {language === 'ja' ? '' : ' '}
        {sentences.map((one) => sentence(one, language)).join(language === 'ja' ? '' : ' ')}
      </Note>
    </div>
  ))
}

/** Adds a full stop to a text of the tables of codes, which leave it out. */
function sentence(text: string, language: Language): string {
  const stop = language === 'ja' ? '。' : '.'
  return text.endsWith(stop) ? text : text + stop
}
