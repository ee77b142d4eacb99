import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { IconButton } from './Button.tsx'

interface ActionMenuProps {
  label: string
  /** The actions; `false` stands for one that is not possible now. */
  items: readonly ({ words: string; run: () => void } | false)[]
}

/** Button with a menu of further actions; nothing without an action. */
export function ActionMenu({ label, items }: ActionMenuProps) {
  const possible = items.filter((item) => item !== false)
  if (possible.length === 0) return null
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end">
      <Menu.Target>
        <IconButton label={label}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {possible.map(({ words, run }) => (
          <Menu.Item key={words} onClick={run}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
