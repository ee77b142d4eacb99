import { Textarea } from '@mantine/core'
import { mostScriptOctets, sendSimScript, usualFilesTar } from '@simdeck/contract/sim-sms-script.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { readScript } from '@simdeck/protocol/card-files/rfm-script.ts'
import { ScriptLines } from '../../package-scripts/ScriptLines.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack, HexField } from '../../ui/form/Fields.tsx'
import { linesOf } from '../../ui/form/LinesField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { smsScriptText } from './sms-script-text.ts'
import css from './wake.module.css'

const longestText = 4_000
const longestTar = 20

/** Dialog that sends a script of remote file management to a SIM by one SMS. */
export function SmsScriptDialog({ simId, onClose }: { simId: number; onClose: () => void }) {
  const t = useText(smsScriptText)
  const params = { id: simId }
  const form = useForm({
    saved: { tar: usualFilesTar, script: '' },
    check: ({ tar, script }) => ({
      tar: !/^[0-9A-F]{6}$/.test(tar) && t.tarWrong,
      script: linesOf(script).length === 0 ? t.empty : readScript(linesOf(script)).faults.length > 0 && t.faulty,
    }),
    send: async ({ tar, script }) => {
      setAnswer(endpoints.getSimSms, { params }, await call(sendSimScript, { params, body: { tar, script: linesOf(script) } }))
      toast.success(t.queued)
      onClose()
    },
    failed: (error) => toastFailure(t.notSent, error),
    fieldMessage: (path, message) => {
      const [, at] = /^script\.(\d+)$/.exec(path) ?? []
      return at === undefined ? message : t.inLine(formatNumber(Number(at) + 1), message)
    },
  })
  const script = linesOf(form.values.script)
  const { lines, faults } = readScript(script)
  const octets = lines.reduce((sum, line) => sum + (line?.data.octets.length ?? 0), 0)
  return (
    <Dialog opened onClose={onClose} title={t.title} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <p className={css.note}>{t.words}</p>
          <HexField
            label="TAR"
            required
            description={t.tarWords}
            lengthBytes={3}
            value={form.values.tar}
            error={form.error('tar')}
            onChange={(tar) => form.set({ tar })}
            onBlur={() => form.leave('tar')}
            maxLength={longestTar}
          />
          <Textarea
            label={t.script}
            required
            description={t.scriptWords(formatNumber(octets), formatNumber(mostScriptOctets))}
            placeholder={'00A40804047FFF6F46\n00B0000011'}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={longestText}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: css.code }}
            {...form.text('script')}
          />
          {script.length > 0 && <ScriptLines script={script} lines={lines} faults={faults} />}
        </FieldStack>
        <DialogFoot act={t.send} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
