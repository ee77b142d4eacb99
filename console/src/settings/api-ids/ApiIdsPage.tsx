import { apiCredentialLimit } from '@simdeck/contract/api-credentials.ts'
import type { ApiCredential } from '@simdeck/contract/api-credentials.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { curlExample } from '../../api-docs/curl-example.ts'
import { roleText } from '../../members/member-text.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { Copyable } from '../../ui/value/Copyable.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import css from '../settings.module.css'
import { apiIdText } from './api-id-text.ts'
import { useApiIds } from './api-id-query.ts'
import { CreateApiId } from './CreateApiId.tsx'
import { RevokeApiId } from './RevokeApiId.tsx'
import { wholeList } from '../../session/address/use-list.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'

/** Screen of the API IDs: list, create, revoke. */
export function ApiIdsPage() {
  const t = useText(apiIdText)
  const roles = useText(roleText)
  const ids = useApiIds()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiCredential | null>(null)
  const columns = useColumns(setRevoking)
  const count = ids.data?.length ?? 0
  const full = count >= apiCredentialLimit
  const create = (
    <DisabledReason reason={full ? t.full : null}>
      <Button variant="primary" icon={<IconPlus size={16} />} disabled={full || ids.data === undefined} onClick={() => setCreating(true)}>
        {t.create}
      </Button>
    </DisabledReason>
  )
  return (
    <SettingsFrame open="/settings/generate">
      <section className={css.section}>
        <div className={css.head}>
          <h2>{t.title}</h2>
          {ids.data && <span className={css.help}>{t.count(count, apiCredentialLimit)}</span>}
          <span className={css.headEnd}>{create}</span>
        </div>
        <p className={css.note}>{t.words}</p>
        <ListTable
          label={t.title}
          columns={columns}
          list={wholeList(ids)}
          rowId={({ id }) => String(id)}
          rowName={({ name }) => name}
          inPage
          card={(credential) => (
            <CardLines
              name={
                <bdi className={css.clip} title={credential.name}>
                  {credential.name}
                </bdi>
              }
              end={<RevokeButton credential={credential} onRevoke={setRevoking} />}
              second={[<Copyable key="id" value={credential.client_id} name={t.id} />]}
              parts={[
                { name: t.role, value: roles[credential.role_id as keyof typeof roles] },
                { name: t.lastUsed, value: <LastUsed at={credential.last_used_at} /> },
              ]}
            />
          )}
          empty={<p className={css.help}>{t.none}</p>}
        />
      </section>
      <section className={css.section}>
        <h2>{t.how}</h2>
        <p className={css.note}>{t.howWords}</p>
        <CodeBlock label={t.how} code={curlExample()} />
        <p className={css.inner}>
          <Link to="/openapi-docs" target="_blank">
            {t.docs}
          </Link>
        </p>
      </section>
      {creating && <CreateApiId onClose={() => setCreating(false)} />}
      {revoking && <RevokeApiId credential={revoking} onClose={() => setRevoking(null)} />}
    </SettingsFrame>
  )
}

function LastUsed({ at }: { at: string | null }) {
  const t = useText(apiIdText)
  return at === null ? t.never : <Time at={at} />
}

function RevokeButton({ credential, onRevoke }: { credential: ApiCredential; onRevoke: (credential: ApiCredential) => void }) {
  const t = useText(apiIdText)
  return (
    <Button variant="danger" size="sm" aria-label={t.revokeOf(credential.name)} onClick={() => onRevoke(credential)}>
      {t.revoke}
    </Button>
  )
}

function useColumns(onRevoke: (credential: ApiCredential) => void): Column<ApiCredential>[] {
  const t = useText(apiIdText)
  const roles = useText(roleText)
  return useMemo(
    () => [
      { id: 'name', header: t.name, cell: ({ name }) => <bdi title={name}>{name}</bdi>, clipAt: 200 },
      { id: 'client_id', header: t.id, cell: ({ client_id }) => <Copyable value={client_id} name={t.id} />, skeleton: 200 },
      { id: 'role', header: t.role, cell: ({ role_id }) => roles[role_id as keyof typeof roles] },
      { id: 'created_at', header: t.created, cell: ({ created_at }) => <Time at={created_at} />, skeleton: 110 },
      {
        id: 'created_by',
        header: t.createdBy,
        cell: ({ created_by }) => (created_by === null ? <None /> : <span title={created_by}>{created_by}</span>),
        clipAt: 180,
      },
      { id: 'last_used_at', header: t.lastUsed, cell: ({ last_used_at }) => <LastUsed at={last_used_at} />, skeleton: 110 },
      { id: 'revoke', header: t.actions, align: 'end', cell: (credential) => <RevokeButton credential={credential} onRevoke={onRevoke} /> },
    ],
    [t, roles, onRevoke],
  )
}
