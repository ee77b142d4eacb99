import { Link } from '@tanstack/react-router'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { useText } from '../../ui/words/text.ts'
import { FileLink, useFileColumns, useFileFilters, useFiles, useFileSearch } from './file-list.tsx'
import { fileText } from './file-text.ts'
import { FileStatus } from './FileStatus.tsx'

/** Screen of the files on all SIMs. */
export function FileListPage() {
  const t = useText(fileText)
  const search = useFileSearch()
  const files = useFiles(search)
  const filters = useFileFilters(search)
  const columns = useFileColumns()
  useWatchedSims(files.rows?.map(({ simId }) => simId) ?? [])
  return (
    <ListScreen
      title={t.title}
      counted
      filter={{
        search: {
          value: search.filters.iccid ?? '',
          placeholder: t.searchIccid,
          onChange: (value) => search.setFilter('iccid', value.replaceAll(/\D/g, '') || null),
        },
        filters,
        onClear: search.clear,
      }}
      list={files}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ label, iccid }) => `${label} ${iccid}`}
      card={(file) => (
        <CardLines name={<FileLink of={file} />} end={<FileStatus of={file} />} second={[<Iccid key="iccid" value={file.iccid} />]} />
      )}
      empty={
        search.filtered ? (
          <EmptyState title={t.noneMatching} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noneMatchingWords}
          </EmptyState>
        ) : (
          <EmptyState title={t.none} actions={<Link to="/iot-safe">SIM</Link>}>
            {t.noneWords}
          </EmptyState>
        )
      }
    />
  )
}
