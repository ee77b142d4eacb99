import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { GatewayFailure } from './GatewayFailure.tsx'
import { smsText } from './sms-text.ts'

/** Button that tests the connection to the gateway. The cause of a failure stays beside it. */
export function TestGateway({ disabledReason }: { disabledReason: string | null }) {
  const t = useText(smsText)
  const test = useMutation({
    mutationFn: () => call(endpoints.testSmsGateway, {}),
    onSuccess: ({ failure }) => failure === null && toast.success(t.tested),
    onError: (error) => toastFailure(t.notTested, error),
  })
  return (
    <>
      {test.data && <GatewayFailure {...test.data} />}
      <DisabledReason reason={disabledReason}>
        <Button disabled={disabledReason !== null} busy={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </Button>
      </DisabledReason>
    </>
  )
}
