import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { deleteOtaTemplate, listOtaTemplates, renameOtaTemplate } from '@simdeck/contract/ota-templates.ts'
import type { OtaTemplate } from '@simdeck/contract/ota-templates.ts'
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ConfirmDialog, Dialog } from '../../ui/feedback/Dialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { usePackageName } from '../package-name.ts'
import { NameTemplate } from './NameTemplate.tsx'
import { templatesText } from './templates-text.ts'
import css from './templates.module.css'

interface TemplatesButtonProps {
  words: string
  /** The SIMs of the campaign in the form of an address, if they are chosen already. */
  search?: Search
}

/** Button that opens the list of templates. Each one leads to the wizard. */
export function TemplatesButton({ words, search = {} }: TemplatesButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <MayButton permission="OTA_CREATE" icon={<IconBookmark size={16} />} onClick={() => setOpened(true)}>
        {words}
      </MayButton>
      {opened && <Templates search={search} onClose={() => setOpened(false)} />}
    </>
  )
}

function Templates({ search, onClose }: { search: Search; onClose: () => void }) {
  const t = useText(templatesText)
  const [asked, setAsked] = useState<{ act: 'rename' | 'remove'; template: OtaTemplate } | null>(null)
  const { data, error, refetch } = useQuery({ ...queryOf(listOtaTemplates, {}), staleTime: 0 })
  const close = (): void => setAsked(null)
  if (asked?.act === 'remove') return <RemoveTemplate template={asked.template} onClose={close} />
  if (asked) {
    const { id, name } = asked.template
    const send = (next: string) => call(renameOtaTemplate, { params: { id }, body: { name: next } })
    return <NameTemplate title={t.renameTitle} name={name} send={send} onClose={close} />
  }
  return (
    <Dialog opened onClose={onClose} title={t.title} size={600}>
      {error && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data && <p className={css.words}>{data.length > 0 ? t.words : t.none}</p>}
      {data && data.length > 0 && (
        <ul className={css.list}>
          {data.map((template) => (
            <li key={template.id} className={css.line}>
              <span className={css.name}>
                <Link to="/otas/execute" search={{ ...search, template: String(template.id) }} onClick={onClose}>
                  {template.name}
                </Link>
                <TemplateFacts template={template} />
              </span>
              <span className={css.acts}>
                <IconButton size="sm" label={t.rename(template.name)} onClick={() => setAsked({ act: 'rename', template })}>
                  <IconPencil size={16} />
                </IconButton>
                <IconButton size="sm" label={t.remove(template.name)} onClick={() => setAsked({ act: 'remove', template })}>
                  <IconTrash size={16} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function TemplateFacts({ template: { options, package: of, createdBy } }: { template: OtaTemplate }) {
  const t = useText(templatesText)
  const language = useLanguage()
  const packageName = usePackageName()
  const parts = [
    otaKind(options.kind).words.action[language],
    ...(of ? [`${packageName(of)} ${of.otaVersion} ${of.label}`] : []),
    ...(of?.deleted ? [t.gone] : []),
    ...(createdBy === '' ? [] : [t.by(createdBy)]),
  ]
  return <span className={css.more}>{parts.join(' · ')}</span>
}

function RemoveTemplate({ template: { id, name }, onClose }: { template: OtaTemplate; onClose: () => void }) {
  const t = useText(templatesText)
  const remove = useMutation({
    mutationFn: () => call(deleteOtaTemplate, { params: { id } }),
    onSuccess: () => {
      toast.success(t.removed(name))
      onClose()
    },
    onError: (error) => toastFailure(t.notRemoved, error),
    onSettled: () => void refresh(listOtaTemplates),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.removeTitle}
      act={t.removeAct}
      danger
      busy={remove.isPending}
      onAct={() => remove.mutate()}
    >
      {t.removeWords(name)}
    </ConfirmDialog>
  )
}
