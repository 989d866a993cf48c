"""A headless Chromium, driven over its debugging pipe; needs nothing but Python and `chromium`."""
import base64
import json
import os
import shutil
import subprocess
import tempfile


class Failed(Exception):
    """The browser refused a command, or the page's script raised."""


class Browser:
    """One page. `with Browser() as page: page.open(url); page.run('1 + 1')`"""

    def __init__(self, program='chromium'):
        self.folder = tempfile.mkdtemp(prefix='aise-web-')
        to_child, self.write = os.pipe()
        self.read, from_child = os.pipe()
        # Chromium reads descriptor 3 and writes descriptor 4; the shell puts them there.
        line = 'exec "$0" "$@" 3<&%d 4>&%d' % (to_child, from_child)
        arguments = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run',
                     '--disable-dev-shm-usage', '--disable-background-networking', '--remote-debugging-pipe',
                     '--user-data-dir=' + self.folder, 'about:blank']
        self.process = subprocess.Popen(['sh', '-c', line, program, *arguments], pass_fds=(to_child, from_child),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.buffer = b''
        self.last = 0
        self.session = None
        self.events = []
        targets = self.call('Target.getTargets')['targetInfos']
        target = next(t['targetId'] for t in targets if t['type'] == 'page')
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Network', 'Log', 'Accessibility'):
            self.call(domain + '.enable')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call('Browser.close')
            self.process.wait(10)
        except (Failed, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.write)
        os.close(self.read)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _receive(self):
        while b'\0' not in self.buffer:
            piece = os.read(self.read, 1 << 16)
            if not piece:
                raise Failed('the browser has gone')
            self.buffer += piece
        line, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(line)

    def call(self, method, **params):
        """One command of the DevTools protocol; events that arrive meanwhile are kept in `events`."""
        self.last += 1
        message = {'id': self.last, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.write, json.dumps(message).encode() + b'\0')
        while True:
            answer = self._receive()
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise Failed('%s: %s' % (method, answer['error']))
                return answer['result']
            if 'method' in answer:
                self.events.append(answer)

    def wait(self, event):
        """Until the event has come that was asked for."""
        while not any(e['method'] == event for e in self.events):
            answer = self._receive()
            if 'method' in answer:
                self.events.append(answer)

    def size(self, width, height, phone=False):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call('Emulation.setTouchEmulationEnabled', enabled=phone)

    def open(self, url):
        """Loads the page anew, also where only what follows `#` differs."""
        for place in ('about:blank', url):
            self.events.clear()
            self.call('Page.navigate', url=place)
            self.wait('Page.loadEventFired')

    def run(self, script):
        """Value of an expression (a promise is awaited)."""
        result = self.call('Runtime.evaluate', expression=script, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in result:
            raise Failed(result['exceptionDetails'].get('exception', {}).get('description', str(result)))
        return result['result'].get('value')

    def rest(self, milliseconds=0):
        """Lets the page do what is due."""
        self.run('new Promise(done => requestAnimationFrame(() => setTimeout(done, %d)))' % milliseconds)

    def key(self, key):
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=key,
                      windowsVirtualKeyCode={'ArrowLeft': 37, 'ArrowRight': 39, 'Home': 36, 'End': 35}.get(key, 0))

    def middle(self, selector):
        return self.run('(e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })'
                        '(document.querySelector(%s))' % json.dumps(selector))

    def click(self, selector):
        x, y = self.middle(selector)
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)
        self.rest()

    def swipe(self, selector, dx, dy=0):
        x, y = self.middle(selector)
        touch = lambda kind, points: self.call('Input.dispatchTouchEvent', type=kind, touchPoints=points)
        touch('touchStart', [{'x': x - dx / 2, 'y': y - dy / 2}])
        touch('touchMove', [{'x': x, 'y': y}])
        touch('touchMove', [{'x': x + dx / 2, 'y': y + dy / 2}])
        touch('touchEnd', [])

    def picture(self, path):
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.call('Page.captureScreenshot', format='png')['data']))
