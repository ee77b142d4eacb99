import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import css from './mantine.module.css'

const accent = ['soft', 'soft', 'line', 'line', 'text', '', '', 'hover', 'hover', 'soft-text'].map(
  (shade) => `var(--sd-accent${shade && `-${shade}`})`,
) as unknown as MantineColorsTuple

const large = (size: unknown): boolean => size === 'md' || size === 'lg'
const floating = { shadow: 'md', radius: 'lg', transitionProps: { duration: 180, transition: 'fade' } } as const

/** Mantine theme of the product. Every colour is a token, so `<html data-theme>` alone selects the palette. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 6,
  autoContrast: false,
  fontFamily: 'var(--sd-font)',
  fontFamilyMonospace: 'var(--sd-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '18px', sm: '20px', md: '22px', lg: '24px', xl: '28px' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  shadows: { md: 'var(--sd-shadow-pop)', xl: 'var(--sd-shadow-modal)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Input: {
      classNames: { wrapper: css.inputWrapper, input: css.input, section: css.inputSection },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        wrapper: {
          '--input-height': large(props.size) ? 'var(--sd-h-control-lg)' : 'var(--sd-h-control)',
          '--input-fz': large(props.size) ? 'var(--sd-fs-14)' : 'var(--sd-fs-13)',
        },
      }),
    },
    InputWrapper: {
      classNames: { label: css.label, description: css.help, error: css.error, required: css.required },
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    PasswordInput: { classNames: { innerInput: css.innerInput, visibilityToggle: css.eye } },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 }, classNames: { input: css.box, body: css.boxBody, label: css.boxLabel } },
    Radio: { defaultProps: { size: 'xs' }, classNames: { radio: css.radio, body: css.boxBody, label: css.boxLabel } },
    Menu: {
      defaultProps: { ...floating, position: 'bottom-end', offset: 4 },
      classNames: { dropdown: css.menu, item: css.menuItem, label: css.menuLabel, divider: css.menuDivider },
    },
    Popover: { defaultProps: { ...floating, offset: 4 }, classNames: { dropdown: css.popover } },
    Combobox: { classNames: { dropdown: css.menu, option: css.option } },
    Select: { defaultProps: { comboboxProps: floating, allowDeselect: false, checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } }, classNames: { tooltip: css.tooltip } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'xl',
        shadow: 'xl',
        withCloseButton: false,
        transitionProps: { duration: 180, transition: 'fade' },
      },
      classNames: { content: css.modal, overlay: css.scrim, header: css.modalHeader, title: css.modalTitle, body: css.modalBody },
    },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--sd-bg)',
  '--mantine-color-text': 'var(--sd-text)',
  '--mantine-color-bright': 'var(--sd-text)',
  '--mantine-color-dimmed': 'var(--sd-text-3)',
  '--mantine-color-placeholder': 'var(--sd-text-3)',
  '--mantine-color-anchor': 'var(--sd-accent-text)',
  '--mantine-color-default': 'var(--sd-bg-raised)',
  '--mantine-color-default-hover': 'var(--sd-bg-subtle)',
  '--mantine-color-default-color': 'var(--sd-text)',
  '--mantine-color-default-border': 'var(--sd-line-control)',
  '--mantine-color-disabled': 'var(--sd-bg-subtle)',
  '--mantine-color-disabled-color': 'var(--sd-text-disabled)',
  '--mantine-color-disabled-border': 'var(--sd-line)',
  '--mantine-color-error': 'var(--sd-failed-text)',
  '--mantine-color-success': 'var(--sd-succeeded-text)',
  '--mantine-primary-color-contrast': 'var(--sd-on-accent)',
  '--mantine-color-accent-filled': 'var(--sd-accent)',
  '--mantine-color-accent-filled-hover': 'var(--sd-accent-hover)',
  '--mantine-color-accent-light': 'var(--sd-accent-soft)',
  '--mantine-color-accent-light-color': 'var(--sd-accent-soft-text)',
  '--mantine-color-accent-text': 'var(--sd-accent-text)',
}

/** Gives both color schemes of Mantine the same tokens, because the palette determines the values of the tokens. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
