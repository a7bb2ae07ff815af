import { DirectionContext, localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Density } from './component-defaults'
import { CardOutline, FrameOutline } from './first-paint/outlines'
import { SCHEME_KEY } from './first-paint/scheme'
import { i18n } from './i18n'
import { LanguageContext, useLanguage } from './language/use-language'
import { useT } from './texts'
import { type Brand, createGatehouseTheme, cssVariables } from './theme'
import { Toasts } from './toast'
import type from './type.module.css'
import { pageBrand } from './vendor-metadata'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/base.css'
import './global.css'

const BrandContext = createContext<Brand>({})

export const useBrand = (): Brand => useContext(BrandContext)

const colorSchemes = localStorageColorSchemeManager({ key: SCHEME_KEY })

export interface UiProviderProps {
  children: ReactNode
  /** By default, the branding that the server wrote into the page. */
  brand?: Brand
  /** Portals use 14 px, login pages 16 px. */
  density?: Density
  /**
   * BCP 47. By default, the language chosen on this device, otherwise the browser's. Missing texts appear in English.
   */
  language?: string | undefined
  /** For embedding: forces a scheme instead of the system's or the user's choice. */
  colorScheme?: 'light' | 'dark'
  /** Shown until the texts are loaded. By default, the outline of a page. */
  fallback?: ReactNode
  /** 'test' disables transitions and portals. */
  env?: 'default' | 'test'
}

const NO_BRAND: Brand = {}
const ignore = () => undefined

export function UiProvider(props: UiProviderProps) {
  const {
    children,
    brand = pageBrand() ?? NO_BRAND,
    density = 'portal',
    language,
    colorScheme,
    env = 'default',
    fallback = density === 'login' ? <CardOutline /> : <FrameOutline />,
  } = props
  const shown = useLanguage(language)
  const close = useT()('close')
  const theme = useMemo(() => {
    // Overlays are rendered into the page's body, which may belong to another product in another language.
    const spoken = { lang: shown, dir: shown && i18n.dir(shown) }
    const floats = { defaultProps: spoken }
    const named = { defaultProps: { ...spoken, closeButtonProps: { 'aria-label': close } } }
    const components = { Modal: named, Drawer: named, PopoverDropdown: floats, Tooltip: floats }
    return mergeThemeOverrides(createGatehouseTheme(brand, density), { components })
  }, [brand, density, close, shown])
  const direction = useMemo(() => ({ dir: i18n.dir(shown), setDirection: ignore, toggleDirection: ignore }), [shown])

  useLayoutEffect(() => {
    document.documentElement.dataset.ghDensity = density
  }, [density])
  if (!shown) return fallback
  return (
    <BrandContext value={brand}>
      <I18nextProvider i18n={i18n}>
        <LanguageContext value={language === undefined}>
          <DirectionContext value={direction}>
            <MantineProvider
              theme={theme}
              cssVariablesResolver={cssVariables}
              colorSchemeManager={colorSchemes}
              defaultColorScheme="auto"
              // All variables are written into the page, because the library's sheet with defaults is not loaded.
              deduplicateCssVariables={false}
              {...(colorScheme && { forceColorScheme: colorScheme })}
              env={env}
            >
              <div className={type.root} lang={shown} dir={i18n.dir(shown)}>
                {children}
                <Toasts />
              </div>
            </MantineProvider>
          </DirectionContext>
        </LanguageContext>
      </I18nextProvider>
    </BrandContext>
  )
}
