import { GatehouseProvider } from '@gatehouse/react'
import { type Brand, ErrorBoundary, i18n, UiProvider, useBrand } from '@gatehouse/ui'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { LoginContext, type LoginContextValue, useLogin } from '../context'
import { Frame } from '../frame/frame'
import { LanguageSelect } from '../frame/language-select'
import { CardSkeleton } from '../frame/loading-card'
import classes from './preview.module.css'
import { useT } from './preview.texts'
import { CARDS, FIRST } from './preview-cards'
import { createPreviewSession, createPreviewSettings, EMAIL } from './preview-data'

const DEFAULT_ACCENT = '#2b50c8'
const ignore = () => undefined

/** Shows every card with sample data, for designers: no requests, no stored data, no navigation. */
export function LoginPreview() {
  const t = useT()
  const own = useBrand()
  const { settings } = useLogin()
  const [step, setStep] = useState(FIRST)
  const [brand, setBrand] = useState<Brand>(own)
  const [product, setProduct] = useState(settings.vendor.name ?? 'Northwind')
  const [isDark, setDark] = useState(false)
  return (
    <div className={classes.page}>
      <aside className={classes.tools} aria-label={t('tools')}>
        <NativeSelect
          label={t('step')}
          data={Object.keys(CARDS)}
          value={step}
          onChange={({ currentTarget }) => setStep(currentTarget.value)}
        />
        <TextInput
          label={t('product')}
          value={product}
          onChange={({ currentTarget }) => setProduct(currentTarget.value)}
        />
        <TextInput
          type="color"
          label={t('accent')}
          value={brand.accent ?? DEFAULT_ACCENT}
          onChange={({ currentTarget }) => setBrand({ ...brand, accent: currentTarget.value })}
        />
        <Checkbox label={t('dark')} checked={isDark} onChange={({ currentTarget }) => setDark(currentTarget.checked)} />
        <LanguageSelect />
      </aside>
      <UiProvider density="login" language={i18n.language} brand={brand} colorScheme={isDark ? 'dark' : 'light'}>
        <PreviewCard key={step} step={step} product={product} />
      </UiProvider>
    </div>
  )
}

function PreviewCard({ step, product }: { readonly step: string; readonly product: string }) {
  const login = useLogin()
  const [session] = useState(createPreviewSession)
  const preview = useMemo<LoginContextValue>(() => {
    const settings = createPreviewSettings(product, login.settings)
    const goes = { goTo: ignore, goToStep: ignore, exit: ignore, onEvent: ignore }
    return { ...login, ...goes, session, settings, search: new URLSearchParams(), email: EMAIL, isPreview: true }
  }, [login, session, product])
  const Card = CARDS[step] ?? CardSkeleton
  return (
    <GatehouseProvider session={session}>
      <LoginContext value={preview}>
        <Frame vendor={preview.settings.vendor}>
          <ErrorBoundary size="block" resetKey={step}>
            <Suspense fallback={<CardSkeleton />}>
              <Card />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </LoginContext>
    </GatehouseProvider>
  )
}
