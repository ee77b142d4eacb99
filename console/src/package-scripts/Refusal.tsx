import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { diagnoseStatusWord, explainStatusWord } from '@simdeck/protocol/status-words.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../session/api/query.ts'
import { useMay } from '../session/use-me.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { goOnAfter } from './go-on.ts'
import { numbersText } from './line-numbers.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

/** The line that the card refused with its status word, the SIMs that did the same, and the ways to go on. */
export function Refusal({ of }: { of: FileManagementResult }) {
  const { failedLine, sw } = of
  if (failedLine === null || sw === null) return null
  return (
    <div className={css.pageNote}>
      <Refused of={of} at={failedLine} sw={sw} />
    </div>
  )
}

function Refused({ of, at, sw }: { of: FileManagementResult; at: number; sw: string }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const same = useQuery({ ...queryOf(endpoints.countSameRefusals, { params: { otaId: of.otaId } }), retry: false })
  const word = Number.parseInt(sw, 16)
  const diagnosis = diagnoseStatusWord(word, true)
  const sims = same.data?.sims ?? 0
  const number = formatNumber(of.lines[at]?.number ?? 0)
  // The contents are read before the first line runs.
  const hasRun = at === 0 || of.lines.some(({ answer }) => answer !== null)
  return (
    <Note tone="failed">
      <b>{hasRun ? t.doneLines(formatNumber(at), formatNumber(of.lines.length)) : t.noneRan(number)}</b>
      <p>
        {sw} · {explainStatusWord(word)[language]}
      </p>
      {diagnosis && (
        <>
          <p>{t.likely(diagnosis.likelyCause[language])}</p>
          <p>{t.next(diagnosis.nextAction[language])}</p>
        </>
      )}
      {sims > 1 && <p>{t.sameRefusal(formatNumber(sims), number, same.data?.isMore === true)}</p>}
      <WaysToGoOn of={of} />
    </Note>
  )
}

/** Links to the wizard with a campaign for this SIM alone. Nothing is sent before it is confirmed there. */
function WaysToGoOn({ of }: { of: FileManagementResult }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const mayRun = useMay('OTA_CREATE')
  const ways = goOnAfter(of)
  if (!ways || !mayRun) return null
  const search = (lines: readonly number[]) => ({ copyOf: String(of.campaignId), simIds: String(of.simId), lines: lines.join(',') })
  return (
    <div className={css.ways}>
      <LinkButton size="sm" to="/otas/execute" search={search(ways.again)}>
        {t.againFrom(formatNumber(ways.from))}
      </LinkButton>
      {ways.without && (
        <LinkButton size="sm" to="/otas/execute" search={search(ways.without.run)}>
          {t.goOnWithout(numbersText(ways.without.leftOut, language))}
        </LinkButton>
      )}
    </div>
  )
}
