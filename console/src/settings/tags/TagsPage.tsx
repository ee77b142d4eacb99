import { endpoints } from '@simdeck/contract/endpoints.ts'
import { joinedTexts } from '@simdeck/contract/list.ts'
import type { CountedTag } from '@simdeck/contract/sim-tags.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { wholeList } from '../../session/address/use-list.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { matches } from '../../ui/filter/match.ts'
import { PartSearch } from '../../ui/filter/FilterMenu.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { DeleteTagDialog } from './DeleteTagDialog.tsx'
import { RenameTagDialog } from './RenameTagDialog.tsx'
import { tagPageText } from './tag-page-text.ts'
import own from './tags.module.css'

const refreshMs = 10_000
const skeletonLines = 6
type Open = { act: 'rename' | 'delete'; tag: CountedTag } | null

/** A tag that leads to its SIMs. */
function TagLink({ tag }: { tag: string }) {
  return (
    <Link to="/" search={{ tags: joinedTexts([tag]) }} title={tag}>
      <bdi>{tag}</bdi>
    </Link>
  )
}

function TagActions({ tag, onOpen }: { tag: CountedTag; onOpen: (open: Open) => void }) {
  const t = useText(tagPageText)
  return (
    <span className={own.actions}>
      <IconButton label={t.renameOf(tag.tag)} onClick={() => onOpen({ act: 'rename', tag })}>
        <IconPencil size={16} />
      </IconButton>
      <IconButton label={t.deleteOf(tag.tag)} onClick={() => onOpen({ act: 'delete', tag })}>
        <IconTrash size={16} />
      </IconButton>
    </span>
  )
}

/** Screen of all tags of the installation with the numbers of their SIMs. A tag is renamed or deleted on all SIMs here. */
export function TagsPage() {
  const t = useText(tagPageText)
  const [sought, setSought] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const all = useQuery({ ...queryOf(endpoints.countSimTags, {}), refetchInterval: refreshMs })
  const tags = all.data ?? []
  const list = wholeList(all, skeletonLines)
  const shown = { ...list, rows: list.rows?.filter(({ tag }) => matches([tag], sought.trim())) }
  const columns = useMemo<Column<CountedTag>[]>(
    () => [
      { id: 'tag', header: t.tag, cell: ({ tag }) => <TagLink tag={tag} />, clipAt: 420, skeleton: 140 },
      { id: 'sims', header: t.sims, align: 'end', cell: ({ sims }) => formatNumber(sims), skeleton: 40 },
      { id: 'actions', header: t.actions, align: 'end', cell: (tag) => <TagActions tag={tag} onOpen={setOpen} />, skeleton: 60 },
    ],
    [t],
  )
  const close = (): void => setOpen(null)
  return (
    <SettingsFrame open="/settings/tags">
      <section className={css.section}>
        <h2>{t.title}</h2>
        <p className={css.note}>{t.words}</p>
        <p>
          <Link to="/" search={{ tags: joinedTexts([noTags]) }}>
            {t.showWithout}
          </Link>
        </p>
        {tags.length > 0 && (
          <div className={own.find}>
            <PartSearch label={t.find} value={sought} onChange={setSought} />
          </div>
        )}
        <ListTable
          label={t.title}
          columns={columns}
          list={shown}
          rowId={({ tag }) => tag}
          rowName={({ tag }) => tag}
          inPage
          card={(tag) => (
            <CardLines
              name={<TagLink tag={tag.tag} />}
              end={<TagActions tag={tag} onOpen={setOpen} />}
              second={[]}
              parts={[{ name: t.sims, value: formatNumber(tag.sims) }]}
            />
          )}
          empty={<EmptyState title={tags.length > 0 ? t.noMatch : t.none}>{tags.length > 0 ? undefined : t.noneWords}</EmptyState>}
        />
      </section>
      {open?.act === 'rename' && <RenameTagDialog tag={open.tag} tags={tags} onClose={close} />}
      {open?.act === 'delete' && <DeleteTagDialog tag={open.tag} onClose={close} />}
    </SettingsFrame>
  )
}
