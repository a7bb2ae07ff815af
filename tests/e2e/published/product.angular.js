// A product's page on the published client for Angular, compiled in the browser: as product.jsx.
import '@angular/compiler'
import 'zone.js'
import { Component, inject, NgModule } from '@angular/core'
import { BrowserModule } from '@angular/platform-browser'
import { platformBrowserDynamic } from '@angular/platform-browser-dynamic'
import { RouterModule } from '@angular/router'
import { FronteggAppModule, FronteggAuthService } from '@frontegg/angular'

const { steppedUpFor, ...options } = window.PRODUCT
const step = { maxAge: steppedUpFor }

const Page = Component({ template: '' })(class {})
const Product = Component({
  selector: '#root',
  template: `
    <output id="person">{{ user?.email ?? 'nobody' }}</output>
    <output id="token">{{ user?.accessToken }}</output>
    <output id="roles">{{ roles }}</output>
    <output id="stepped-up">{{ isSteppedUp }}</output>
    <button (click)="auth.loginWithRedirect()">Sign in</button>
    <button (click)="auth.requestAuthorize(false)">Renew</button>
    <button (click)="auth.logout()">Sign out</button>
    <button (click)="auth.stepUp(step)">Step up</button>
    <router-outlet></router-outlet>`,
})(
  class {
    auth = inject(FronteggAuthService)
    step = step
    constructor() {
      window.signIn = (email, password) => this.auth.login({ email, password })
      this.auth.user$.subscribe((user) => {
        this.user = user
        this.roles = user?.roles?.map(({ key }) => key).join(' ')
      })
      this.auth.isSteppedUp$((is) => (this.isSteppedUp = is), step)
    }
  },
)
const Root = NgModule({
  declarations: [Product, Page],
  imports: [BrowserModule, RouterModule.forRoot([{ path: '**', component: Page }]), FronteggAppModule.forRoot(options)],
  bootstrap: [Product],
})(class {})

platformBrowserDynamic().bootstrapModule(Root)
