import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { ImeiChoices, type ImeiChoice } from './ImeiChoices.tsx'
import { imeiText } from './imei-text.ts'

/** Dialog that changes the IMEI lock of one SIM. */
export function ImeiLockDialog({ sim, opened, onClose }: { sim: Sim; opened: boolean; onClose: () => void }) {
  const t = useText(imeiText)
  const form = useForm<{ lock: ImeiChoice }>({
    saved: { lock: sim.imei_lock },
    check: () => ({}),
    send: async ({ lock }) => {
      if (lock === 'confirm') return false
      await call(endpoints.changeSimImei, { params: { id: sim.id }, body: { lock } })
      void refresh(endpoints.getSim, { params: { id: sim.id } })
      toast.success(t.locked)
      close()
      return true
    },
    failed: (error) => toastFailure(t.notLocked, error),
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.lockTitle} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <p>{sim.imei === null ? t.noImei : t.lockWords(sim.imei)}</p>
          <ImeiChoices label={t.lock} value={form.values.lock} onChange={(lock) => form.set({ lock })} />
        </FieldStack>
        <DialogFoot
          act={t.lockTitle}
          busy={form.busy}
          disabled={!form.changed || (sim.imei === null && form.values.lock !== 'off')}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
