import type { ActionIconProps, MantineTheme, MantineThemeOverride } from '@mantine/core'
import classes from './component-defaults.module.css'

/** Portals are set in 14 px with 36 px controls, login pages in 16 px with 44 px controls. */
export type Density = 'portal' | 'login'

type Components = NonNullable<MantineThemeOverride['components']>

// Each has a size of its own; Mantine has no global setting.
const SIZED = ['Button', 'Checkbox', 'Radio', 'Switch', 'SegmentedControl', 'Tabs'] as const
const SIZED_INPUTS = [
  'Autocomplete',
  'ColorInput',
  'FileInput',
  'Input',
  'InputWrapper',
  'MultiSelect',
  'NativeSelect',
  'NumberInput',
  'PasswordInput',
  'PinInput',
  'Select',
  'TagsInput',
  'Textarea',
  'TextInput',
] as const

/** Defaults for Mantine components that are used directly, so that screens do not repeat them. */
export function componentDefaults(density: Density): Components {
  const size = density === 'login' ? 'md' : 'sm'
  const components: Components = { ...common }
  for (const name of [...SIZED, ...SIZED_INPUTS]) {
    components[name] = { ...components[name], defaultProps: { size, ...components[name]?.defaultProps } }
  }
  return components
}

const common: Components = {
  Button: { classNames: { root: classes.button, loader: classes.loader } },
  ActionIcon: {
    defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' },
    classNames: { root: classes.icon },
    vars: (_: MantineTheme, { color, variant }: ActionIconProps) =>
      color === 'gray' && variant === 'subtle'
        ? { root: { '--ai-color': 'var(--gh-text-secondary)', '--ai-hover': 'var(--gh-hover)' } }
        : { root: {} },
  },
  Anchor: { classNames: { root: classes.link } },
  Checkbox: {
    defaultProps: { iconColor: 'var(--gh-on-accent)' },
    classNames: { body: classes.choice, label: classes.choiceLabel, input: classes.choiceBox },
  },
  CloseButton: { classNames: { root: classes.close } },
  NumberInput: { classNames: { controls: classes.arrows } },
  Pill: { classNames: { root: classes.pill } },
  Radio: {
    defaultProps: { iconColor: 'var(--gh-on-accent)' },
    classNames: { body: classes.choice, label: classes.choiceLabel, radio: classes.choiceBox },
  },
  Switch: { classNames: { body: classes.choice, label: classes.choiceLabel } },
  InputWrapper: { classNames: { label: classes.label, description: classes.help, error: classes.error } },
  Input: { classNames: { wrapper: classes.field, input: classes.input } },
  PasswordInput: { classNames: { visibilityToggle: classes.toggle } },
  // Opened by keyboard focus, the list would take the first Escape.
  MultiSelect: { defaultProps: { openOnFocus: false } },
  Select: { defaultProps: { openOnFocus: false } },
  TagsInput: { defaultProps: { openOnFocus: false } },
  Text: { classNames: { root: classes.text } },
  Paper: { defaultProps: { radius: 'md' } },
  Card: { defaultProps: { radius: 'md', padding: 'lg', withBorder: true }, classNames: { root: classes.card } },
  Modal: {
    defaultProps: {
      radius: 'md',
      centered: true,
      padding: 'xl',
      overlayProps: { backgroundOpacity: 0.45 },
      transitionProps: { transition: 'fade', duration: 120 },
    },
    classNames: { content: classes.floating, header: classes.floatHeader, title: classes.dialogTitle },
  },
  Drawer: {
    defaultProps: {
      position: 'right',
      padding: 'xl',
      overlayProps: { backgroundOpacity: 0.45 },
      transitionProps: { duration: 160 },
    },
    classNames: { content: classes.floating, header: classes.floatHeader, title: classes.dialogTitle },
  },
  Menu: {
    defaultProps: {
      shadow: 'md',
      radius: 'md',
      transitionProps: { transition: 'fade', duration: 80 },
      // A menu may only contain items; focus goes to the first item instead.
      withInitialFocusPlaceholder: false,
    },
    classNames: { dropdown: classes.floating, item: classes.menuItem },
  },
  Popover: { defaultProps: { shadow: 'md', radius: 'md' }, classNames: { dropdown: classes.floating } },
  Combobox: { classNames: { dropdown: classes.floating } },
  Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
  Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: classes.skeleton } },
}
