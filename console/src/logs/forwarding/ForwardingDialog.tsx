import { Textarea, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxCaLength, syslogPort } from '@simdeck/contract/log-forwarding.ts'
import type { LogForwarding } from '@simdeck/contract/log-forwarding.ts'
import { useState } from 'react'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { ConfirmDialog, Dialog } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { forwardingText } from './forwarding-text.ts'

const hostPattern = /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/
const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= 65_535

/** Dialog of the syslog receiver of the logs. */
export function ForwardingDialog({ saved, onClose }: { saved: LogForwarding['target']; onClose: () => void }) {
  const t = useText(forwardingText)
  const { withProof, proof } = useProof()
  const [asked, setAsked] = useState(false)
  const form = useForm({
    saved: { host: saved?.host ?? '', port: String(saved?.port ?? syslogPort), ca: saved?.ca ?? '' },
    check: ({ host, port, ca }) => ({
      host: (host.trim().length > 255 || !hostPattern.test(host.trim())) && t.hostWrong,
      port: !isPort(port) && t.portWrong,
      ca: ca.length > maxCaLength && t.caLong,
    }),
    send: ({ host, port, ca }) =>
      withProof(async () => {
        const body = { host: host.trim(), port: Number(port), ca }
        setAnswer(endpoints.getLogForwarding, {}, await call(endpoints.putLogForwarding, { body }))
        toast.success(t.saved)
        onClose()
      }),
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const stop = (): Promise<unknown> =>
    withProof(async () => {
      setAnswer(endpoints.getLogForwarding, {}, await call(endpoints.deleteLogForwarding, {}))
      toast.success(t.stopped)
      onClose()
    }).catch((error: unknown) => toastFailure(t.notSaved, error))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.title}
      size={520}
      keepOpen={form.changed}
      foot={
        <>
          {saved && (
            <Button variant="danger" onClick={() => setAsked(true)}>
              {t.stop}
            </Button>
          )}
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" form="forwarding" variant="primary" busy={form.busy} disabled={!form.changed}>
            {t.save}
          </Button>
        </>
      }
    >
      <form id="forwarding" {...form.props}>
        <FieldStack>
          <TextInput label={t.host} placeholder="syslog.example.co.jp" autoComplete="off" {...form.text('host')} />
          <TextInput label={t.port} inputMode="numeric" autoComplete="off" {...form.text('port')} />
          <Textarea label={t.ca} description={t.caWords} rows={6} spellCheck={false} autoComplete="off" {...form.text('ca')} />
        </FieldStack>
      </form>
      <ConfirmDialog opened={asked} onClose={() => setAsked(false)} title={t.stop} act={t.stop} danger onAct={() => void stop()}>
        <p>{t.stopWords(saved?.host ?? '')}</p>
      </ConfirmDialog>
      {proof}
    </Dialog>
  )
}
