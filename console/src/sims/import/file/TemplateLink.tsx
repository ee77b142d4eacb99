import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import { TextButton } from '../../../ui/form/Button.tsx'
import { useText } from '../../../ui/words/text.ts'
import { saveFile } from '../../../ui/frame/save-file.ts'
import { text } from '../import-text.ts'

/** Button that downloads an empty SIM CSV with all columns. */
export function TemplateLink() {
  const t = useText(text)
  return (
    <TextButton onClick={() => saveFile('sim-import-template.csv', `${simCsvColumns.join(',')}\r\n`, 'text/csv;charset=utf-8')}>
      {t.template}
    </TextButton>
  )
}
