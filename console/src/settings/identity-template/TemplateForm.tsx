import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { checkTemplate, contentOf, type TemplateDraft } from './template-draft.ts'
import { IdentityFields } from './IdentityFields.tsx'
import { IssuingFields } from './IssuingFields.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import own from './template.module.css'
import { templateText } from './template-text.ts'

function refreshTemplates(): void {
  void refresh(endpoints.listIdentityTemplates)
  void refresh(endpoints.getIdentityTemplate)
}

/** The form of a template; `id` is null for a new one. Beside it, a SIM shows the result. */
export function TemplateForm({ id, saved }: { id: number | null; saved: TemplateDraft }) {
  const t = useText(templateText)
  const navigate = useNavigate()
  const form = useForm<TemplateDraft>({
    saved,
    check: (draft) => checkTemplate(draft, t),
    fieldOf: { identityTemplateExists: 'name' },
    async send(draft) {
      const body = contentOf(draft)
      const made = await (id === null
        ? call(endpoints.createIdentityTemplate, { body })
        : call(endpoints.updateIdentityTemplate, { params: { id }, body }))
      refreshTemplates()
      toast.success(t.saved)
      if (id === null)
        void navigate({ to: '/settings/identity-template/$id', params: { id: String(made.id) }, search: {}, ignoreBlocker: true })
    },
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  const problems = Object.values(checkTemplate(form.values, t)).some(Boolean)
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{id === null ? t.addTitle : saved.name}</h2>
        {id !== null && (
          <span className={css.headEnd}>
            <TemplateButtons id={id} name={saved.name} />
          </span>
        )}
      </div>
      <div className={own.columns}>
        <form {...form.props}>
          <IdentityFields form={form} />
          <IssuingFields form={form} />
          <div className={own.foot}>
            <Link to="/settings/identity-template">{t.title}</Link>
            <MayButton permission="SETTING_IOT_SAFE" type="submit" variant="primary" busy={form.busy}>
              {t.save}
            </MayButton>
          </div>
        </form>
        <TemplatePreview content={problems ? null : contentOf(form.values)} />
      </div>
      {guard}
    </section>
  )
}

function TemplateButtons({ id, name }: { id: number; name: string }) {
  const t = useText(templateText)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(endpoints.deleteIdentityTemplate, { params: { id } }),
    onSuccess: () => {
      toast.success(t.deleted)
      void navigate({ to: '/settings/identity-template', ignoreBlocker: true })
    },
    onError: (error) => toastFailure(t.notDeleted, error),
    onSettled: () => void refresh(endpoints.listIdentityTemplates),
  })
  return (
    <span className={own.buttons}>
      <Button
        size="sm"
        onClick={() => void navigate({ to: '/settings/identity-template/$id', params: { id: 'new' }, search: { copyOf: String(id) } })}
      >
        {t.copy}
      </Button>
      <MayButton permission="SETTING_IOT_SAFE" size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t.delete}
      </MayButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t.deleteTitle(name)}
        act={t.delete}
        danger
        busy={remove.isPending}
        onAct={() => remove.mutate()}
      >
        {t.deleteWords}
      </ConfirmDialog>
    </span>
  )
}
