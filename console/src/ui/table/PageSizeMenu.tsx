import { Menu } from '@mantine/core'
import { pageSizes } from '@simdeck/contract/list.ts'
import { countText } from '../words/counted.ts'
import { PageSizeButton, pageSizeText } from './PageSizeButton.tsx'
import type { PageSizeProps } from './PageSizeChoice.tsx'
import { useText } from '../words/text.ts'

/** Menu of page sizes. It is open from the start, because it is rendered only after a click on the button. */
export function PageSizeMenu({ counts, pageSize, onPageSize }: PageSizeProps) {
  const t = useText(pageSizeText)
  const count = useText(countText)[counts]
  return (
    <Menu position="top-start" defaultOpened>
      <Menu.Target>
        <PageSizeButton counts={counts} pageSize={pageSize} />
      </Menu.Target>
      <Menu.Dropdown>
        {pageSizes.map((size) => (
          <Menu.Item key={size} onClick={() => onPageSize(size)} aria-current={size === pageSize || undefined}>
            {t.perPage(count(String(size)))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
