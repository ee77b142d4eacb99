import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { BlockedGlyph, FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { deviceName } from './device-name.ts'
import css from '../personal.module.css'
import { signInsText } from './sign-ins-text.ts'

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
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(10)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(endpoints.listSignInHistory, { query: { take: pageSize, pageIndex: page - 1 } }),
    ...keepRows,
  })
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
        <DataTable
          label={t.history}
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => String(id)}
          rowName={({ outcome: what }) => t[what]}
          card={(event) => (
            <CardLines name={outcome(event)} second={[deviceName(event.user_agent, t), event.ip ?? '', <Time key="at" at={event.at} />]} />
          )}
          empty={<EmptyState title={t.noHistory} />}
          error={error && failureText(error)}
          onRetry={() => void refetch()}
          stale={isPlaceholderData}
          pageSize={pageSize}
          inPage
        />
        {data && data.totalItems > 0 && (
          <Pager
            waiting={isPlaceholderData}
            page={page}
            pageSize={pageSize}
            total={data.totalItems}
            onPage={setPage}
            onPageSize={(size) => {
              setPageSize(size)
              setPage(1)
            }}
          />
        )}
      </div>
    </Section>
  )
}
