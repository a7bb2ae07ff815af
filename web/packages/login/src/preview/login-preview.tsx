import { GatehouseProvider } from '@gatehouse/react'
import { type Brand, ErrorBoundary, i18n, UiProvider, useBrand } from '@gatehouse/ui'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { type Login, LoginContext, useLogin } from '../context'
import { Frame } from '../frame/frame'
import { LanguageSelect } from '../frame/language-select'
import { Outline } from '../frame/waiting'
import { cannedSession, EMAIL, settingsOf } from './canned'
import classes from './preview.module.css'
import { useT } from './preview.texts'
import { CARDS, FIRST } from './steps'

const UNBRANDED = '#2b50c8'
const nothing = () => undefined

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
          value={brand.accent ?? UNBRANDED}
          onChange={({ currentTarget }) => setBrand({ ...brand, accent: currentTarget.value })}
        />
        <Checkbox label={t('dark')} checked={isDark} onChange={({ currentTarget }) => setDark(currentTarget.checked)} />
        <LanguageSelect />
      </aside>
      <UiProvider density="login" language={i18n.language} brand={brand} colorScheme={isDark ? 'dark' : 'light'}>
        <Stage key={step} step={step} product={product} />
      </UiProvider>
    </div>
  )
}

function Stage({ step, product }: { readonly step: string; readonly product: string }) {
  const login = useLogin()
  const [session] = useState(cannedSession)
  const still = useMemo<Login>(() => {
    const settings = settingsOf(product, login.settings)
    const goes = { goTo: nothing, goToStep: nothing, finish: nothing, tell: nothing }
    return { ...login, ...goes, session, settings, search: new URLSearchParams(), email: EMAIL, isStill: true }
  }, [login, session, product])
  const Card = CARDS[step] ?? Outline
  return (
    <GatehouseProvider session={session}>
      <LoginContext value={still}>
        <Frame vendor={still.settings.vendor}>
          <ErrorBoundary size="block" resetKey={step}>
            <Suspense fallback={<Outline />}>
              <Card />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </LoginContext>
    </GatehouseProvider>
  )
}
