import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { Facts } from '../../../ui/frame/Page.tsx'
import { Time } from '../../../ui/value/Time.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'

/** The file of an import that has ended, its number of lines, and who imported it when. */
export function ImportFacts({ task, details }: { task: Task; details: ImportDetails }) {
  const t = useText(text)
  return (
    <aside>
      <h2>{t.facts}</h2>
      <Facts
        facts={[
          { name: t.name, value: details.fileName },
          { name: t.lineCount, value: formatNumber(details.lines) },
          { name: t.importedBy, value: task.createdBy },
          { name: t.importedAt, value: <Time at={task.finishedAt} /> },
        ]}
      />
    </aside>
  )
}
