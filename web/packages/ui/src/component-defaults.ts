import type { MantineThemeOverride } from '@mantine/core'
import classes from './component-defaults.module.css'

/** Defaults for Mantine components that are used directly. Screens pass none of these again. */
export const componentDefaults: NonNullable<MantineThemeOverride['components']> = {
  Button: { defaultProps: { size: 'sm' }, classNames: { root: classes.button } },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' }, classNames: { root: classes.icon } },
  InputWrapper: { classNames: { label: classes.label, description: classes.help, error: classes.error } },
  Input: { classNames: { input: classes.input } },
  PasswordInput: { classNames: { visibilityToggle: classes.toggle } },
  Text: { classNames: { root: classes.words } },
  Paper: { defaultProps: { radius: 'md' } },
  Card: { defaultProps: { radius: 'md', padding: 'lg', withBorder: true }, classNames: { root: classes.card } },
  Modal: {
    defaultProps: {
      radius: 'md',
      centered: true,
      padding: 'xl',
      transitionProps: { transition: 'fade', duration: 120 },
    },
    classNames: { content: classes.float, header: classes.floatHeader, title: classes.dialogTitle },
  },
  Drawer: {
    defaultProps: { position: 'right', padding: 'xl', transitionProps: { duration: 160 } },
    classNames: { content: classes.float, header: classes.floatHeader, title: classes.dialogTitle },
  },
  Menu: {
    defaultProps: { shadow: 'md', radius: 'md', transitionProps: { transition: 'fade', duration: 80 } },
    classNames: { dropdown: classes.float, item: classes.menuItem },
  },
  Popover: { defaultProps: { shadow: 'md', radius: 'md' }, classNames: { dropdown: classes.float } },
  Combobox: { classNames: { dropdown: classes.float } },
  Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
  Skeleton: { defaultProps: { radius: 'sm' } },
}
