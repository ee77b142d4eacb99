import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { BlockedGlyph, FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { deviceName } from './device-name.ts'
import css from '../personal.module.css'
import { signInsText } from './sign-ins-text.ts'
import { useList } from '../../session/address/use-list.ts'
import { useLocalPages } from '../../session/address/use-local-pages.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'

const toneOf = (outcome: SignInEvent['outcome']): Tone =>
  outcome === 'locked' ? 'blocked' : outcome === 'wrongPassword' || outcome === 'wrongCode' ? 'failed' : 'succeeded'
const glyphs: Partial<Record<Tone, React.ReactNode>> = {
  blocked: <BlockedGlyph />,
  failed: <FailedGlyph />,
  succeeded: <SucceededGlyph />,
}

/** Sign-in history of the user's own account, newest first. */
export function SignInHistory() {
  const t = useText(signInsText)
  const history = useList(endpoints.listSignInHistory, useLocalPages(10))
  const outcome = ({ outcome: what }: SignInEvent) => {
    const tone = toneOf(what)
    return (
      <Status tone={tone} glyph={glyphs[tone]} quiet={tone === 'succeeded'}>
        {t[what]}
      </Status>
    )
  }
  const columns: Column<SignInEvent>[] = [
    { id: 'at', header: t.at, cell: ({ at }) => <Time at={at} /> },
    { id: 'outcome', header: t.what, cell: outcome },
    { id: 'device', header: t.device, cell: ({ user_agent }) => deviceName(user_agent, t) },
    { id: 'ip', header: t.ip, cell: ({ ip }) => ip ?? <None /> },
  ]
  return (
    <Section title={t.history} note={t.historyNote}>
      <div className={css.wide}>
        <ListTable
          label={t.history}
          columns={columns}
          list={history}
          rowId={({ id }) => String(id)}
          rowName={({ outcome: what }) => t[what]}
          card={(event) => (
            <CardLines name={outcome(event)} second={[deviceName(event.user_agent, t), event.ip ?? '', <Time key="at" at={event.at} />]} />
          )}
          empty={<EmptyState title={t.noHistory} />}
          inPage
        />
      </div>
    </Section>
  )
}
