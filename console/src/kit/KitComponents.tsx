import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { BarLegend, Progress, RatioBar, Segments, Tag } from '../ui/value/Bits.tsx'
import { Button, IconButton } from '../ui/form/Button.tsx'
import { Copyable, HexText, Iccid } from '../ui/value/Copyable.tsx'
import { ConfirmDialog, TypedConfirm } from '../ui/feedback/Dialog.tsx'
import { FieldStack, FileDrop, HexField, WithAside } from '../ui/form/Fields.tsx'
import { FailedGlyph } from '../ui/value/glyphs.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Num } from '../ui/value/Num.tsx'
import { SignalBars } from '../ui/value/SignalBars.tsx'
import { ConnectionText, SimStatusText, StatusText } from '../ui/value/StatusText.tsx'
import { Steps, WizardBar } from '../ui/frame/Steps.tsx'
import { useText } from '../ui/words/text.ts'
import { themeNames } from '@simdeck/contract/settings.ts'
import { useThemeStore } from '../ui/theme/theme-store.ts'
import { ClockTime, Time } from '../ui/value/Time.tsx'
import { toast, ToastBody } from '../ui/feedback/toast.tsx'
import { KitForms } from './KitForms.tsx'
import { KitLeave } from './KitLeave.tsx'
import { text } from './text.tsx'
import css from './kit.module.css'

const moment = '2026-11-20T05:32:08.118Z'

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <h3>{title}</h3>
      <div className={css.cell}>{children}</div>
    </div>
  )
}

export function KitComponents() {
  const t = useText(text)
  const setPreview = useThemeStore((state) => state.setPreview)
  const [density, setDensity] = useState<'a' | 'b'>('a')
  const [key, setKey] = useState('9F3C12A455E07B1D8802C64E')
  const [dialog, setDialog] = useState<'none' | 'confirm' | 'typed'>('none')
  const close = (): void => setDialog('none')
  const parts = [
    { name: t.update, value: 9014, tone: 'chart1' },
    { name: t.fresh, value: 3090, tone: 'chart2' },
    { name: t.excluded, value: 378, tone: 'rest' },
  ] as const
  return (
    <div className={css.sheet}>
      <div>
        <Row title={t.otaStatus}>
          {otaStatuses.map((status) => (
            <StatusText key={status} status={status} percent={62} />
          ))}
        </Row>
        <Row title={t.alone}>
          {otaStatuses.map((status) => (
            <StatusText key={status} status={status} percent={62} pill />
          ))}
        </Row>
        <Row title={t.connection}>
          <ConnectionText connection={1} />
          <ConnectionText connection={0} />
          <ConnectionText connection={2} />
          <ConnectionText connection={2} pill />
        </Row>
        <Row title={t.simStatus}>
          <SimStatusText status="ACTIVATED" />
          <SimStatusText status="ACTIVATION_READY" />
          <SimStatusText status="SUSPENDED" />
          <SimStatusText status="RETIRED" />
        </Row>
        <Row title={t.signal}>
          {[-40, -87, -96, -112, -124].map((rsrp) => (
            <SignalBars key={rsrp} rsrpDbm={rsrp} />
          ))}
          <SignalBars rsrpDbm={null} />
        </Row>
        <Row title={t.buttons}>
          <Button variant="primary">{t.save}</Button>
          <Button icon={<IconDownload size={16} />}>{t.export}</Button>
          <Button variant="ghost">{t.more}</Button>
          <Button variant="danger" icon={<IconTrash size={16} />}>
            {t.delete}
          </Button>
          <Button variant="dangerFill">{t.deleteMany(12)}</Button>
          <Button variant="primary" disabled>
            {t.save}
          </Button>
          <IconButton label={t.more}>
            <IconDots size={16} />
          </IconButton>
        </Row>
        <Row title={t.choice}>
          <Checkbox aria-label="0" />
          <Checkbox aria-label="1" defaultChecked />
          <Checkbox aria-label="2" indeterminate />
          <Checkbox aria-label="3" defaultChecked disabled />
          <Segments
            label={t.choice}
            value={density}
            options={[
              { value: 'a', words: t.update },
              { value: 'b', words: t.fresh },
            ]}
            onChange={setDensity}
          />
          <Tag>stable</Tag>
        </Row>
        <Row title={t.ratio}>
          <div className={css.wide}>
            <RatioBar label={t.ratio} parts={parts} large />
            <BarLegend parts={parts} />
          </div>
          <div className={css.wide}>
            <Progress label={t.ratio} done={62} total={100} />
          </div>
        </Row>
        <Row title={t.times}>
          <Time at={moment} relative />
          <ClockTime at={moment} withMs />
          <Iccid value="8981100023451420176" />
          <Copyable value="8981100023451420176" name="ICCID">
            <Iccid value="8981100023451420176" grouped />
          </Copyable>
          <HexText value="F053494D4445434B" spaced />
          <Num value={-1234567} />
          <Num value={null} />
        </Row>
        <Row title={t.themes}>
          <div className={css.themes}>
            {themeNames.map((name) => (
              <Button key={name} size="sm" onClick={() => setPreview(name)}>
                {name}
              </Button>
            ))}
          </div>
        </Row>
      </div>
      <div>
        <Row title={t.fields}>
          <div className={css.wide}>
            <FieldStack>
              <WithAside aside={t.characters}>
                <TextInput label="FQDN" defaultValue="telemetry.example.co.jp" />
              </WithAside>
              <TextInput label={t.interval} defaultValue="3" error={t.intervalBad} />
              <HexField label={t.key} value={key} onChange={setKey} lengthBytes={16} />
              <PasswordInput label={t.password} size="md" defaultValue="passw0rd-42" />
              <Select label={t.platform} data={['jasper', 'ntt', 'none']} defaultValue="jasper" />
              <FileDrop words={t.drop} note={t.dropNote} accept=".cap" onFile={(file) => toast.success(file.name)} />
            </FieldStack>
          </div>
        </Row>
        <Row title={t.rules}>
          <KitForms />
        </Row>
        <Row title={t.leave}>
          <KitLeave />
        </Row>
        <Row title={t.progress}>
          {[0, 37, 100].map((done) => (
            <div key={done} className={css.wide}>
              <Progress label={`${t.progress} ${done}`} done={done} total={100} />
            </div>
          ))}
        </Row>
        <Row title={t.toasts}>
          <div className={css.wide}>
            <ToastBody kind="success" title={t.changed} message="Activated → Suspended" />
          </div>
          <div className={css.wide}>
            <ToastBody kind="error" title={t.notExported} message={t.noPermission} />
          </div>
          <Button onClick={() => toast.success(t.changed, 'Activated → Suspended')}>{t.toasts}</Button>
        </Row>
        <Row title={t.notes}>
          <div className={css.wide}>
            <Note>{t.firstThousand}</Note>
          </div>
        </Row>
        <Row title={t.dialogs}>
          <Button onClick={() => setDialog('confirm')}>{t.delete}</Button>
          <Button onClick={() => setDialog('typed')}>{t.stopTitle}</Button>
        </Row>
        <Row title={t.steps}>
          <div className={css.wide}>
            <Steps
              label={t.steps}
              steps={[
                { id: 'ready', name: t.ready, state: 'done', at: moment },
                { id: 'polled', name: t.polled, state: 'done', at: moment },
                { id: 'transfer', name: t.transfer, state: 'now', at: moment, percent: 62, note: t.blocks },
                { id: 'install', name: t.install, state: 'todo' },
              ]}
            />
          </div>
          <div className={css.wide}>
            <Steps
              label={t.steps}
              steps={[
                { id: 'transfer', name: t.transfer, state: 'done', at: moment },
                { id: 'install', name: t.install, state: 'failed', at: moment },
                { id: 'confirm', name: t.confirm, state: 'todo' },
              ]}
            />
          </div>
        </Row>
        <Row title={t.wizard}>
          <div className={css.wide}>
            <WizardBar label={t.wizard} steps={[t.filterSims, t.selectApplets, t.confirm, t.result]} current={2} onBack={close} />
          </div>
        </Row>
      </div>
      <ConfirmDialog opened={dialog === 'confirm'} onClose={close} title={t.delete} act={t.deleteMany(12)} danger onAct={close}>
        {t.stopWords}
      </ConfirmDialog>
      <TypedConfirm
        opened={dialog === 'typed'}
        onClose={close}
        title={t.stopTitle}
        word="4812"
        ask={t.stopAsk('4812')}
        act={t.stopAct('4,812')}
        cancelLabel={t.keep}
        effects={[{ tone: 'failed', glyph: <FailedGlyph />, words: t.stopReady, count: 4812 }]}
        onAct={close}
      >
        {t.stopWords}
      </TypedConfirm>
    </div>
  )
}
