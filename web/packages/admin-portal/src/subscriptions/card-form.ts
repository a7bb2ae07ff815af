import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { i18n } from '@gatehouse/ui'
import {
  type CardElements,
  type CardField,
  type CardScript,
  CardScriptMissingError,
  openCardScript,
} from './card-provider'
import { cardError } from './card-refusal'
import { t } from './subscriptions.texts'

const PROVIDER = '/subscriptions/resources/billing/payment-providers/stripe'

const PATIENCE_MS = 20_000

/** The provider's own fields, in a place of this page. */
export interface CardForm {
  /** The provider's id of the card, once its bank has agreed. Refusals are thrown in words. */
  confirm(): Promise<string>
  /** The page has changed its colors. */
  restyle(): void
  close(): void
}

/** Asks for everything that the fields need and shows them. Ends when they can be typed in. */
export async function openCardForm(api: ApiClient, place: HTMLElement): Promise<CardForm> {
  const { publishableKey, scriptUrl } = await unwrap(api.GET(`${PROVIDER}/public-configurations/v1`))
  const script = await openCardScript(scriptUrl, publishableKey, i18n.language)
  const { setupIntentSecret } = await unwrap(api.POST(`${PROVIDER}/setup-intents/v1`, { body: {} }))
  const elements = script.elements({ clientSecret: setupIntentSecret, appearance: appearance() })
  const field = elements.create('payment')
  try {
    await showField(field, place)
  } catch (error) {
    field.destroy()
    throw error
  }
  return {
    confirm: () => confirm(script, elements),
    restyle: () => elements.update({ appearance: appearance() }),
    close: () => field.destroy(),
  }
}

/** Ends when the field, which is a frame of the provider, can be typed in. */
function showField(field: CardField, place: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer)
      reject(new CardScriptMissingError('frame'))
    }
    // A frame that is blocked may say nothing at all.
    const timer = setTimeout(fail, PATIENCE_MS)
    field.on('ready', () => {
      clearTimeout(timer)
      resolve()
    })
    field.on('loaderror', fail)
    field.mount(place)
  })
}

/** What the bank asks is shown and answered inside the promise. */
async function confirm(script: CardScript, elements: CardElements): Promise<string> {
  const { error, setupIntent } = await script.confirmSetup({
    elements,
    confirmParams: { return_url: window.location.href },
    redirect: 'if_required',
  })
  if (error) throw cardError(error)
  const method = setupIntent?.payment_method
  const id = typeof method === 'object' ? method?.id : method
  if (setupIntent?.status !== 'succeeded' || !id) throw new ApiError(402, 'processing', [t('card.pending')])
  return id
}

/** The fields stand in a frame of their own, where this page's styles do not reach. */
function appearance(): object {
  const root = document.documentElement
  const styles = getComputedStyle(root)
  const token = (name: string) => styles.getPropertyValue(name).trim() || undefined
  return {
    theme: root.dataset.mantineColorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--gh-accent'),
      colorText: token('--gh-text'),
      colorTextSecondary: token('--gh-text-secondary'),
      colorBackground: token('--gh-surface-raised'),
      colorDanger: token('--gh-danger-text'),
      borderRadius: token('--mantine-radius-sm'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: '14px',
    },
  }
}
