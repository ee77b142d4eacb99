import { Select, TextInput } from '@mantine/core'
import type { ApiCredential } from '@simdeck/contract/api-credentials.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { RoleId } from '@simdeck/contract/permissions.ts'
import { useState } from 'react'
import { curlExample } from '../../api-docs/curl-example.ts'
import { useProof } from '../../auth/proof/Proof.tsx'
import { roleText } from '../../members/member-text.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Button } from '../../ui/form/Button.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { Copyable } from '../../ui/value/Copyable.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../settings.module.css'
import { refreshApiIds } from './api-id-query.ts'
import { apiIdText } from './api-id-text.ts'

type CreatedApiId = ApiCredential & { client_secret: string }

/** Dialog that creates an API ID, then shows its secret once. */
export function CreateApiId({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiId | null>(null)
  return created ? <SecretDialog created={created} onClose={onClose} /> : <CreateForm onCreated={setCreated} onClose={onClose} />
}

function CreateForm({ onCreated, onClose }: { onCreated: (created: CreatedApiId) => void; onClose: () => void }) {
  const t = useText(apiIdText)
  const roles = useText(roleText)
  const { withProof, proof, asking } = useProof()
  const form = useForm<{ name: string; role_id: RoleId }>({
    saved: { name: '', role_id: roleIds.MEMBER },
    check: ({ name }) => ({ name: name.trim() === '' ? t.nameMissing : name.trim().length > 100 && t.nameLong }),
    send: ({ name, role_id }) =>
      withProof(async () => {
        onCreated(await call(endpoints.createApiCredential, { body: { name: name.trim(), role_id } }))
        refreshApiIds()
        toast.success(t.issued)
      }),
    failed: (error) => toastFailure(t.notCreated, error),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={t.create} keepOpen={form.changed}>
        <form {...form.props}>
          <FieldStack>
            <TextInput label={t.name} description={t.nameWords} required data-autofocus autoComplete="off" {...form.text('name')} />
            <Select
              label={t.role}
              data={Object.values(roleIds).map((id) => ({ value: String(id), label: roles[id] }))}
              value={String(form.values.role_id)}
              error={form.error('role_id')}
              onChange={(role) => form.set({ role_id: Number(role) as RoleId })}
            />
          </FieldStack>
          <div className={css.acts}>
            <span className={css.saves}>
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" busy={form.busy}>
                {t.issue}
              </Button>
            </span>
          </div>
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}

function SecretDialog({ created, onClose }: { created: CreatedApiId; onClose: () => void }) {
  const t = useText(apiIdText)
  const guard = useLeaveGuard(true)
  return (
    <Dialog
      opened
      keepOpen
      onClose={onClose}
      title={t.madeTitle}
      size={640}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t.kept}
        </Button>
      }
    >
      <FieldStack>
        <Note>{t.once}</Note>
        <Facts
          facts={[
            { name: t.name, value: <bdi>{created.name}</bdi> },
            { name: t.id, value: <Copyable value={created.client_id} name={t.id} /> },
            {
              name: t.secret,
              value: (
                <Copyable value={created.client_secret} name={t.secret}>
                  <span className={css.secret}>{created.client_secret}</span>
                </Copyable>
              ),
            },
          ]}
        />
        <CodeBlock label={t.how} code={curlExample({ id: created.client_id, secret: created.client_secret })} />
      </FieldStack>
      {guard}
    </Dialog>
  )
}
