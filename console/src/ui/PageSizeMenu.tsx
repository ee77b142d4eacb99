import { Menu } from '@mantine/core'
import { pageSizes } from '@simdeck/contract/list.ts'
import { PageSizeButton, pageSizeText } from './PageSizeButton.tsx'
import type { PageSizeProps } from './PageSizeChoice.tsx'
import { useText } from './text.ts'

/** Opens at once: it is drawn when it is asked for. */
export function PageSizeMenu({ pageSize, onPageSize }: PageSizeProps) {
  const t = useText(pageSizeText)
  return (
    <Menu position="top-start" defaultOpened>
      <Menu.Target>
        <PageSizeButton pageSize={pageSize} />
      </Menu.Target>
      <Menu.Dropdown>
        {pageSizes.map((size) => (
          <Menu.Item key={size} onClick={() => onPageSize(size)} aria-current={size === pageSize || undefined}>
            {t.perPage(size)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
