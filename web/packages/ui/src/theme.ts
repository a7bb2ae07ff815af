import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { readColor } from './color'
import { componentDefaults, type Density } from './component-defaults'
import { createNeutrals, createRamp, STATUS, schemeTokens } from './palette'

/** The branding that a vendor can set. Everything else is derived, so that contrast is sufficient for any accent. */
export interface Brand {
  /** The product's name. */
  name?: string
  /** #hex, rgb, rgba, hsl, hsla or color(); anything else throws `UnsupportedColorError`. */
  accent?: string
  /** URL of the logo, and optionally another for dark surfaces. */
  logo?: string
  logoDark?: string
  /** Corner radius of cards in pixels; controls use two pixels less. */
  radius?: number
  /** A CSS font-family list. The font itself must be loaded by the page. */
  font?: string
}

export const DEFAULT_ACCENT = '#2b50c8'
const DEFAULT_FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

const rem = (pixels: number) => `${pixels / 16}rem`

/** Filled accent controls use the text color computed for this accent instead of Mantine's guess. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isAccent = input.color === undefined || input.color === 'accent'
  return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--gh-on-accent)' } : colors
}

export function createGatehouseTheme(brand: Brand = {}, density: Density = 'portal'): MantineThemeOverride {
  const accent = readColor(brand.accent ?? DEFAULT_ACCENT)
  const { light, dark } = createNeutrals(accent.h ?? 0)
  const radius = brand.radius ?? 8
  const font = brand.font ?? DEFAULT_FONT
  const headingSize = (size: number, lineHeight: number) => ({ fontSize: rem(size), lineHeight: String(lineHeight) })

  return createTheme({
    white: '#ffffff',
    black: light[9],
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 6 },
    colors: {
      accent: createRamp(accent.c, accent.h ?? 0),
      gray: light,
      dark,
      red: createRamp(STATUS.danger.chroma, STATUS.danger.hue),
      green: createRamp(STATUS.success.chroma, STATUS.success.hue),
      yellow: createRamp(STATUS.warning.chroma, STATUS.warning.hue),
      blue: createRamp(STATUS.info.chroma, STATUS.info.hue),
    },
    variantColorResolver: variantColors,
    fontFamily: font,
    fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
    fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(28) },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.2' },
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    headings: {
      fontFamily: font,
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: headingSize(28, 1.2),
        h2: headingSize(20, 1.3),
        h3: headingSize(16, 1.4),
        h4: headingSize(14, 1.45),
        h5: headingSize(14, 1.45),
        h6: headingSize(12, 1.4),
      },
    },
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(24) },
    radius: {
      xs: rem(Math.max(radius - 4, 0)),
      sm: rem(Math.max(radius - 2, 0)),
      md: rem(radius),
      lg: rem(radius + 4),
      xl: rem(radius + 8),
    },
    defaultRadius: 'sm',
    shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--gh-shadow)'])),
    breakpoints: { xs: '30em', sm: '40em', md: '64em', lg: '75em', xl: '90em' },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    components: componentDefaults(density),
    other: { light: schemeTokens(accent, 'light'), dark: schemeTokens(accent, 'dark') },
  })
}

// Mantine's variables, mapped to our tokens, so that both use the same colors.
const mantineNames = {
  '--mantine-color-body': 'var(--gh-surface)',
  '--mantine-color-text': 'var(--gh-text)',
  '--mantine-color-bright': 'var(--gh-text)',
  '--mantine-color-dimmed': 'var(--gh-text-secondary)',
  '--mantine-color-placeholder': 'var(--gh-text-secondary)',
  '--mantine-color-anchor': 'var(--gh-accent-text)',
  '--mantine-color-error': 'var(--gh-danger-text)',
  '--mantine-color-success': 'var(--gh-success-text)',
  '--mantine-color-default': 'var(--gh-surface-raised)',
  '--mantine-color-default-hover': 'var(--gh-hover)',
  '--mantine-color-default-color': 'var(--gh-text)',
  '--mantine-color-default-border': 'var(--gh-border-control)',
  '--mantine-color-disabled': 'var(--gh-border)',
  '--mantine-color-disabled-color': 'var(--gh-text-faint)',
  '--mantine-color-accent-filled': 'var(--gh-accent)',
  '--mantine-color-accent-filled-hover': 'var(--gh-accent-hover)',
  '--mantine-color-accent-light': 'var(--gh-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--gh-hover)',
  '--mantine-color-accent-light-color': 'var(--gh-accent-text)',
  '--mantine-color-accent-outline': 'var(--gh-accent-text)',
  '--mantine-color-red-light': 'var(--gh-danger-soft)',
  '--mantine-color-red-light-hover': 'var(--gh-danger-soft)',
  '--mantine-color-red-light-color': 'var(--gh-danger-text)',
  '--mantine-color-red-outline': 'var(--gh-danger-text)',
}

export const cssVariables: CSSVariablesResolver = ({ other }) => ({
  variables: {},
  light: { ...other.light, ...mantineNames, '--mantine-primary-color-contrast': 'var(--gh-on-accent)' },
  dark: { ...other.dark, ...mantineNames, '--mantine-primary-color-contrast': 'var(--gh-on-accent)' },
})
