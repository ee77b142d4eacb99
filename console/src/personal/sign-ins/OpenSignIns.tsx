import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SignIn } from '@simdeck/contract/me.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { Tag } from '../../ui/value/Bits.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { None } from '../../ui/value/None.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { RelativeTime, Time } from '../../ui/value/Time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { deviceName } from './device-name.ts'
import css from '../personal.module.css'
import { signInsText } from './sign-ins-text.ts'
import { wholeList } from '../../session/address/use-list.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'

/** The user's open sign-ins, one for each browser. The user can end each of them here, except the current one. */
export function OpenSignIns() {
  const t = useText(signInsText)
  const signIns = useQuery(queryOf(endpoints.listSignIns, {}))
  const [ending, setEnding] = useState<SignIn | 'others' | null>(null)
  const [busy, setBusy] = useState(false)
  const others = signIns.data?.filter(({ current }) => !current).length ?? 0
  const nameOf = (signIn: SignIn): string => deviceName(signIn.user_agent, t)

  async function end(): Promise<void> {
    setBusy(true)
    try {
      if (ending === 'others') toast.success(t.endedAll((await call(endpoints.endOtherSignIns, {})).ended))
      else if (ending) {
        await call(endpoints.endSignIn, { params: { id: ending.id } })
        toast.success(t.ended)
      }
    } catch (thrown) {
      toastFailure(t.notEnded, thrown)
    } finally {
      setBusy(false)
      setEnding(null)
      await refresh(endpoints.listSignIns)
    }
  }

  const name = (signIn: SignIn) => (
    <span className={css.device}>
      {nameOf(signIn)}
      {signIn.current && <Tag>{t.current}</Tag>}
    </span>
  )
  const endButton = (signIn: SignIn) =>
    signIn.current ? null : (
      <Button size="sm" aria-label={t.endOf(nameOf(signIn))} onClick={() => setEnding(signIn)}>
        {t.end}
      </Button>
    )
  const columns: Column<SignIn>[] = [
    { id: 'device', header: t.device, cell: name },
    { id: 'ip', header: t.ip, cell: ({ ip }) => ip ?? <None /> },
    { id: 'created_at', header: t.since, cell: ({ created_at }) => <Time at={created_at} /> },
    { id: 'last_used_at', header: t.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} relative="aligned" /> },
    { id: 'end', header: '', menuName: t.end, align: 'end', cell: endButton },
  ]
  return (
    <Section
      title={t.open}
      end={
        others > 0 && (
          <Button size="sm" onClick={() => setEnding('others')}>
            {t.endAll}
          </Button>
        )
      }
    >
      <div className={css.wide}>
        <ListTable
          label={t.open}
          columns={columns}
          list={wholeList(signIns)}
          rowId={({ id }) => id}
          rowName={nameOf}
          card={(signIn) => (
            <CardLines
              name={name(signIn)}
              end={endButton(signIn)}
              second={[signIn.ip ?? '', <RelativeTime key="used" at={signIn.last_used_at} />]}
            />
          )}
          empty={<EmptyState title={t.none} />}
          inPage
        />
      </div>
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={ending === 'others' ? t.endAllTitle : t.endTitle}
        act={ending === 'others' ? t.endAllAct(others) : t.endAct}
        danger
        busy={busy}
        onAct={() => void end()}
      >
        {ending === 'others' ? t.endAllWords(others) : ending && t.endWords(nameOf(ending))}
      </ConfirmDialog>
    </Section>
  )
}
