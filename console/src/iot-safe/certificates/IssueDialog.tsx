import { Select } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { queryOf } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import css from './certificate.module.css'
import { useCertificateAct } from './use-certificate-act.ts'

/** Asks for the template of a new certificate. */
export function IssueDialog({ simId, onClose, onDone }: { simId: number; onClose: () => void; onDone: () => void }) {
  const t = useText(certificateText)
  const { data } = useQuery(queryOf(endpoints.listIdentityTemplates, { query: { take: '100' } }))
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const act = useCertificateAct(
    () => call(endpoints.createCertificate, { params: { simId }, body: { templateId: Number(templateId) } }),
    () => t.started,
    () => {
      onClose()
      onDone()
    },
  )
  const templates = data?.data ?? []
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (templateId !== null) act.run()
  }
  return (
    <Dialog opened onClose={onClose} title={t.addTitle}>
      <form onSubmit={submit}>
        <p className={css.words}>{t.addWords}</p>
        {data && templates.length === 0 && <p className={css.words}>{t.noTemplates}</p>}
        <Select
          className={css.field}
          label={t.template}
          data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={templateId}
          onChange={setTemplateId}
          error={isTried && templateId === null ? t.chooseTemplate : null}
          withAsterisk
          searchable
          openOnFocus={false}
          data-autofocus
        />
        <DialogFoot act={t.add} busy={act.busy} disabled={data !== undefined && templates.length === 0} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
