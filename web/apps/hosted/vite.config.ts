import { defineConfig } from 'vite'
import { appConfig } from '../../vite.shared'

export default defineConfig(appConfig('hosted', ['account', 'oauth/portal', 'oauth/account']))
