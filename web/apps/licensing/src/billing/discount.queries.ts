import { ApiError, type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { errorText } from '@gatehouse/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from './billing.texts'

export type Discount = components['schemas']['DiscountOut']

const TWO_MINUTES = 120_000

export interface DiscountCode {
  readonly code: string
  /** An empty code takes the discount away. */
  readonly setCode: (code: string) => void
  readonly discount: Discount | undefined
  readonly failure: string | undefined
  readonly isAsking: boolean
}

/** What a code takes off a price; asked only when there is a code, and anew for another price. */
export function useDiscountCode(priceId: string | undefined): DiscountCode {
  const api = useApi()
  const [code, setCode] = useState('')
  const { data, error, isFetching } = useQuery(
    queryOptions({
      queryKey: ['discount', code, priceId],
      queryFn: () => {
        const query = { code, price: priceId ?? '' }
        return unwrap(api.GET('/api/v1/paddle/discounts', { params: { query } }))
      },
      enabled: Boolean(code && priceId),
      staleTime: TWO_MINUTES,
      retry: false,
    }),
  )
  const failure = error ? textOf(error) : undefined
  return { code, setCode, discount: code ? data : undefined, failure, isAsking: isFetching }
}

const textOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? t('discount.none') : errorText(error)
