import { browserNavigation, LoginBox } from '@gatehouse/login'
import { GatehouseProvider } from '@gatehouse/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Product } from './product'

const navigation = browserNavigation()

// The sign-in pages have addresses of their own; everything else is the product.
const page = location.pathname.startsWith('/account/') ? <LoginBox navigation={navigation} /> : <Product />

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <GatehouseProvider>{page}</GatehouseProvider>
  </StrictMode>,
)
