import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import css from './mail.module.css'
import { smtpText } from './mail-text.ts'

/** Button that sends a test mail to the user. If the mail server refuses the mail, its answer is shown. */
export function TestMail({ disabledReason }: { disabledReason: string | null }) {
  const t = useText(smtpText)
  const test = useMutation({
    mutationFn: () => call(endpoints.sendTestMail, {}),
    onSuccess: ({ to }) => toast.success(t.tested(to)),
    onError: (error) => toastFailure(t.notTested, error),
  })
  const detail = test.error instanceof CallError ? test.error.body?.detail : undefined
  return (
    <>
      {detail !== undefined && (
        <div className={css.answer}>
          <Note tone="failed">
            {t.answer}
            <code className={css.code}>{detail}</code>
          </Note>
        </div>
      )}
      <DisabledReason reason={disabledReason}>
        <Button disabled={disabledReason !== null} busy={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </Button>
      </DisabledReason>
    </>
  )
}
