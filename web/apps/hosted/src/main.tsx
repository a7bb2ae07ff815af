import { Loading, UiProvider } from '@gatehouse/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element')

createRoot(root).render(
  <StrictMode>
    <UiProvider density="login">
      <Loading size="page" />
    </UiProvider>
  </StrictMode>,
)
