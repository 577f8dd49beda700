// A small bookshop: search, sorting, a basket and a checkout that refuses what is missing.
import { type Answer, type Asked, escaped, type Site } from './site.ts'

interface Book {
  id: string
  title: string
  author: string
  pence: number
  about: string
  edition: string
}

const BOOKS: Book[] = [
  {
    id: 'tide-clock',
    title: 'The Tide Clock',
    author: 'Ines Varga',
    pence: 1450,
    about: 'A lighthouse keeper counts the waves, and one night they stop.',
    edition: 'Paperback, 212 pages, second printing.'
  },
  {
    id: 'tidewrack',
    title: 'Tidewrack and Other Poems',
    author: 'Jun Okabe',
    pence: 995,
    about: 'Forty short poems from a winter on the coast.',
    edition: 'Stapled booklet, 48 pages.'
  },
  {
    id: 'sailor',
    title: "A Sailor's Tide Tables",
    author: 'M. T. Hallow',
    pence: 2200,
    about: 'How tables are made, and how to make your own.',
    edition: 'Hardback, 340 pages, with a folding chart.'
  },
  {
    id: 'moss',
    title: 'Moss: a Field Guide',
    author: 'Leila Amsel',
    pence: 1825,
    about: 'Two hundred mosses, drawn from life.',
    edition: 'Paperback, 176 pages.'
  }
]

const price = (pence: number) => `£${(pence / 100).toFixed(2)}`

export const bookshop: Site = {
  host: 'bookshop.example',
  open() {
    const basket = new Map<string, number>()
    const count = () => [...basket.values()].reduce((sum, one) => sum + one, 0)

    function page(title: string, main: string, { query = '' } = {}): Answer {
      return {
        title: `${title} - Harbour Books`,
        body: `<header><a href="/">Harbour Books</a>
<nav aria-label="Main"><a href="/hours">Opening hours</a> <a href="/basket">Basket (${count()})</a></nav>
<form role="search" action="/search"><input type="search" name="q" aria-label="Search books" value="${escaped(query)}"> <button>Search</button></form></header>
<main><h1>${escaped(title)}</h1>${main}</main>`
      }
    }

    function list(books: Book[]): string {
      const items = books.map(
        ({ id, title, author, pence }) =>
          `<li><a href="/book/${id}">${escaped(title)}</a> by ${escaped(author)}, <strong>${price(pence)}</strong></li>`
      )
      return `<ul>${items.join('')}</ul>`
    }

    function search(fields: URLSearchParams): Answer {
      const query = fields.get('q') ?? ''
      const sort = fields.get('sort') ?? 'match'
      const found = BOOKS.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
      if (sort === 'cheap') found.sort((a, b) => a.pence - b.pence)
      if (sort === 'title') found.sort((a, b) => a.title.localeCompare(b.title, 'en'))
      const option = (value: string, text: string) =>
        `<option value="${value}"${value === sort ? ' selected' : ''}>${text}</option>`
      const options = option('match', 'Best match') + option('cheap', 'Price: low to high') + option('title', 'Title')
      const sorting = `<form action="/search"><input type="hidden" name="q" value="${escaped(query)}">
<label>Sort by <select name="sort" onchange="this.form.submit()">${options}</select></label></form>`
      const told = `<p role="status">${found.length} books for “${escaped(query)}”</p>`
      return page('Search results', `${told}${sorting}${list(found)}`, { query })
    }

    function book({ id, title, author, pence, about, edition }: Book): Answer {
      return page(
        title,
        `<p>by ${escaped(author)}</p><img src="data:," alt="Cover of ${escaped(title)}"><p>${escaped(about)}</p>
<details><summary>About this edition</summary><p>${escaped(edition)}</p></details>
<form method="post" action="/add"><input type="hidden" name="id" value="${id}"><p>${price(pence)}</p>
<label>Quantity <input type="number" name="count" value="1" min="1" max="9"></label> <button>Add to basket</button></form>`
      )
    }

    function lines(): string {
      const rows = BOOKS.filter(({ id }) => basket.has(id)).map(({ id, title, pence }) => {
        const many = basket.get(id) ?? 0
        return `<tr><td>${escaped(title)}</td><td>${many}</td><td>${price(pence * many)}</td></tr>`
      })
      const total = BOOKS.reduce((sum, { id, pence }) => sum + pence * (basket.get(id) ?? 0), 0)
      return `<table><tr><th>Book</th><th>Quantity</th><th>Price</th></tr>${rows.join('')}
<tr><td>Total</td><td>${count()}</td><td>${price(total)}</td></tr></table>`
    }

    function checkout(fields: URLSearchParams, tried: boolean): Answer {
      const given = (name: string) => escaped(fields.get(name) ?? '')
      const wrong: string[] = []
      if (!given('name')) wrong.push('Enter your name.')
      if (!/^\S+@\S+$/.test(given('email'))) wrong.push('Enter an e-mail address, such as rosa@example.org.')
      if (!fields.has('terms')) wrong.push('Agree to the terms of sale.')
      if (tried && !wrong.length) return { to: `/thanks?delivery=${given('delivery')}` }
      const alert = tried
        ? `<div role="alert"><h2>The order was not placed</h2><ul>${wrong.map((one) => `<li>${one}</li>`).join('')}</ul></div>`
        : ''
      const radio = (value: string, text: string) =>
        `<label><input type="radio" name="delivery" value="${value}"${(fields.get('delivery') ?? 'post') === value ? ' checked' : ''}> ${text}</label>`
      return page(
        'Checkout',
        `${alert}${lines()}<form method="post" action="/checkout" novalidate>
<p><label>Full name <input name="name" required value="${given('name')}"></label></p>
<p><label>E-mail <input name="email" type="email" required value="${given('email')}"></label></p>
<fieldset><legend>Delivery</legend>${radio('post', 'By post, three days')} ${radio('shop', 'Collect in the shop')}</fieldset>
<p><label><input type="checkbox" name="terms"${fields.has('terms') ? ' checked' : ''}> I agree to the terms of sale</label></p>
<button>Place order</button></form>`
      )
    }

    return ({ path, fields }: Asked): Answer => {
      const found = BOOKS.find(({ id }) => path === `/book/${id}`)
      if (found) return book(found)
      switch (path) {
        case '/':
          return page('New this week', `${list(BOOKS)}<p>Free delivery from £30.</p>`)
        case '/search':
          return search(fields)
        case '/add': {
          const id = fields.get('id') ?? ''
          basket.set(id, (basket.get(id) ?? 0) + Number(fields.get('count')))
          return { to: '/basket' }
        }
        case '/basket':
          return page(
            'Your basket',
            count() ? `${lines()}<a href="/checkout">Go to checkout</a>` : '<p>Your basket is empty.</p>'
          )
        case '/checkout':
          return checkout(fields, fields.has('delivery'))
        case '/thanks': {
          const bought = count()
          basket.clear()
          const where = fields.get('delivery') === 'shop' ? 'Collect them from Friday.' : 'They are on their way.'
          return page('Thank you', `<p>Order 1042: ${bought} books. ${where}</p><a href="/">Back to the shop</a>`)
        }
        case '/hours':
          return page(
            'Opening hours',
            '<table><tr><th>Day</th><th>Open</th></tr><tr><td>Monday to Friday</td><td>9:00 to 18:00</td></tr><tr><td>Saturday</td><td>10:00 to 16:00</td></tr><tr><td>Sunday</td><td>closed</td></tr></table>'
          )
        default:
          return page('Not found', `<p>There is no page ${escaped(path)}.</p>`)
      }
    }
  }
}
