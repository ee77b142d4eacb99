import { groupTypes } from '@simdeck/contract/groups.ts'
import type { ListedGroup } from '@simdeck/contract/groups.ts'
import { lowShare } from '@simdeck/contract/low-share.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useMemo } from 'react'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { Progress } from '../ui/value/Bits.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatNumber, formatPercent } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { groupListText } from './group-list-text.ts'
import { filtersOf } from './group-list-query.ts'
import { groupText } from './group-text.ts'
import css from './groups.module.css'

function GroupName({ group }: { group: ListedGroup }) {
  return (
    <Link to="/groups/$id" params={{ id: String(group.id) }} title={group.name}>
      <bdi>{group.name}</bdi>
    </Link>
  )
}

/** A number of SIMs that leads to them; zero has no link. */
export function SimsLink({ count, filter }: { count: number | null | undefined; filter: Record<string, string> }) {
  if (count === null || count === undefined) return <None />
  if (count === 0) return <span className={css.zero}>0</span>
  return (
    <Link to="/" search={filter} className={css.sims}>
      {formatNumber(count)}
    </Link>
  )
}

/** The SIMs that are online among those expected, as a bar and in percent. */
export function Share({ group: { expected, online } }: { group: Pick<ListedGroup, 'expected' | 'online'> }) {
  const t = useText(groupListText)
  if (!expected || online === null) return <None />
  // SIMs that are not in use may be online as well.
  const part = Math.min(online, expected)
  const isLow = part / expected < lowShare
  return (
    <span className={clsx(css.share, isLow && css.low)}>
      <Progress label={t.share} done={part} total={expected} tone={isLow ? 'interrupted' : 'succeeded'} />
      {formatPercent(part, expected, 1)}
    </span>
  )
}

const plain = (value: string | null) => (value === null ? <None /> : <bdi title={value}>{value}</bdi>)

export function useGroupColumns(): Column<ListedGroup>[] {
  const t = useText(groupText)
  const list = useText(groupListText)
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortable: true, cell: (group) => <GroupName group={group} />, clipAt: 260, skeleton: 140 },
      { id: 'type', header: t.type, sortable: true, cell: ({ type }) => (type === groupTypes.reseller ? t.reseller : t.enterprise) },
      {
        id: 'size',
        header: list.size,
        sortable: true,
        align: 'end',
        cell: ({ id, size }) => <SimsLink count={size} filter={filtersOf(id).all} />,
      },
      {
        id: 'online',
        header: list.online,
        group: 'figures',
        sortable: true,
        align: 'end',
        cell: ({ id, online }) => <SimsLink count={online} filter={filtersOf(id).online} />,
      },
      { id: 'share', header: list.share, group: 'figures', cell: (group) => <Share group={group} />, skeleton: 140 },
      {
        id: 'silent',
        header: list.silent,
        group: 'figures',
        sortable: true,
        align: 'end',
        cell: ({ id, silent }) => <SimsLink count={silent} filter={filtersOf(id).silent} />,
      },
      {
        id: 'failed_applets',
        header: list.failedApplets,
        group: 'figures',
        sortable: true,
        align: 'end',
        cell: ({ id, failed_applets: failed }) => <SimsLink count={failed} filter={filtersOf(id).failedApplets} />,
      },
      {
        id: 'failed_pollers',
        header: list.failedPollers,
        group: 'figures',
        sortable: true,
        align: 'end',
        cell: ({ id, failed_pollers: failed }) => <SimsLink count={failed} filter={filtersOf(id).failedPollers} />,
      },
      {
        id: 'phone_number',
        header: t.phone,
        group: 'facts',
        sortable: true,
        cell: ({ phone_number: phone }) => plain(phone),
        skeleton: 90,
      },
      {
        id: 'address',
        header: t.address,
        group: 'facts',
        sortable: true,
        cell: ({ address }) => plain(address),
        clipAt: 300,
        skeleton: 160,
      },
      {
        id: 'created',
        header: t.createdAt,
        group: 'facts',
        sortable: true,
        cell: ({ created }) => <Time at={created} />,
        skeleton: 110,
      },
    ],
    [t, list],
  )
}

/** Card of a group on a phone. */
export function GroupCard({ group }: { group: ListedGroup }) {
  const t = useText(groupText)
  const list = useText(groupListText)
  const { size, online, silent, failed_applets: applets, failed_pollers: pollers, type, address } = group
  return (
    <CardLines
      name={<GroupName group={group} />}
      end={<Share group={group} />}
      second={[address ?? '', type === groupTypes.reseller ? t.reseller : t.enterprise]}
      parts={[
        { name: list.size, value: formatNumber(size) },
        { name: list.online, value: online === null ? <None /> : formatNumber(online) },
        ...(silent ? [{ name: list.silent, value: formatNumber(silent) }] : []),
        ...(applets ? [{ name: list.failedApplets, value: formatNumber(applets) }] : []),
        ...(pollers ? [{ name: list.failedPollers, value: formatNumber(pollers) }] : []),
      ]}
    />
  )
}
