import { Checkbox, Radio } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { simExportColumns } from '@simdeck/contract/sim-exports.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { timezoneOffsetMinutes } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import type { Sort } from '../../ui/table/persisted.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { freeze } from '../bulk/freeze.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { download } from '../../ui/frame/save-file.ts'
import css from './export.module.css'
import { exportText } from './export-text.ts'

interface ExportDialogProps {
  opened: boolean
  onClose: () => void
  filter: SimSearch['filters']
  selection: Selection
  sort: Sort | null
  /** Visible columns of the list, from left to right. */
  shownColumns: readonly string[]
  /** Number of SIMs that match the filter; null if unknown. */
  count: number | null
}

/** Aligns the radio button or checkbox with the first line of its label. */
const look = { body: css.top }

/** Dialog that exports the SIMs of the list or of the selection, for reading or for an import. */
export function ExportDialog({ opened, onClose, filter, selection, sort, shownColumns, count }: ExportDialogProps) {
  const t = useText(exportText)
  const japanese = useLanguage() === 'ja'
  const selected = selectedCount(selection)
  const [whatChosen, setWhat] = useState<'view' | 'selected'>('selected')
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx')
  const [bomChosen, setBom] = useState<boolean | null>(null)
  const what = selected > 0 ? whatChosen : 'view'
  const bom = bomChosen ?? japanese
  const shown = shownColumns.flatMap((id) => simExportColumns.find((column) => column === id) ?? [])
  const act = useMutation({
    mutationFn: async () => {
      const from = what === 'view' ? { filter } : { selectionId: (await freeze(selection)).id }
      const order = sort && { sort: `${sort.column}:${sort.direction === 'asc' ? 'ASC' : 'DESC'}` }
      const chosen = columns === 'shown' && { columns: shown }
      const written = format === 'csv' ? { format, bom } : { format, timezoneOffset: timezoneOffsetMinutes() }
      return call(endpoints.createSimExport, { body: { ...from, ...order, ...chosen, ...written } })
    },
    onSuccess: ({ url, fileName }) => {
      download(url, fileName)
      toast.success(t.done, t.downloading(fileName))
      onClose()
    },
    onError: (error) => toastFailure(t.failed, error),
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t.title}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={act.isPending} data-autofocus onClick={() => act.mutate()}>
            {t.act}
          </Button>
        </>
      }
    >
      <FieldStack>
        {selected > 0 && (
          <Radio.Group label={t.what} value={what} onChange={(value) => setWhat(value === 'view' ? 'view' : 'selected')}>
            <div className={css.choices}>
              <Radio classNames={look} value="selected" label={t.selected} description={t.sims(formatNumber(selected))} />
              <Radio classNames={look} value="view" label={t.view} description={count !== null && t.sims(formatNumber(count))} />
            </div>
          </Radio.Group>
        )}
        {selected === 0 && (
          <p className={css.words}>
            {t.view}
            {count !== null && <b>{t.sims(formatNumber(count))}</b>}
          </p>
        )}
        <Radio.Group label={t.columns} value={columns} onChange={(value) => setColumns(value === 'all' ? 'all' : 'shown')}>
          <div className={css.choices}>
            <Radio classNames={look} value="shown" label={t.shown} description={t.nColumns(shown.length)} />
            <Radio classNames={look} value="all" label={t.all} description={t.nColumns(simExportColumns.length)} />
          </div>
        </Radio.Group>
        <Radio.Group label={t.format} value={format} onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'xlsx')}>
          <div className={css.choices}>
            <Radio classNames={look} value="xlsx" label={t.xlsx} description={t.xlsxWords} />
            <Radio classNames={look} value="csv" label={t.csv} description={t.csvWords} />
          </div>
        </Radio.Group>
        {format === 'csv' && (
          <Checkbox
            classNames={look}
            label={t.bom}
            description={t.bomWords}
            checked={bom}
            onChange={(event) => setBom(event.currentTarget.checked)}
          />
        )}
        <p className={css.words}>{format === 'csv' ? t.csvFile : t.xlsxFile}</p>
      </FieldStack>
    </Dialog>
  )
}
